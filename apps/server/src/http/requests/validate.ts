import type { z } from 'zod';
import { AppError } from '#core/errors.ts';

/** Names of the parts of a request in messages. */
export type RequestPart = 'path' | 'query' | 'body';

type RawIssue = z.core.$ZodRawIssue;

const KINDS: Readonly<Partial<Record<string, string>>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Partial<Record<string, string>>> = {
  guid: 'must be a UUID',
  uuid: 'must be a UUID',
  datetime: 'must be a date and time such as 2026-01-31T12:00:00.000Z',
};

const UNITS: Readonly<Partial<Record<string, string>>> = { string: ' characters', array: ' entries', set: ' entries' };

function limit(word: 'least' | 'most', origin: string, bound: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined
    ? `must be ${String(bound)} or ${word === 'least' ? 'more' : 'less'}`
    : `must have at ${word} ${String(bound)}${unit}`;
}

/** The message for an issue; undefined keeps the message of the shape. */
function explain(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format];
    case 'too_small':
      return limit('least', issue.origin, issue.minimum);
    case 'too_big':
      return limit('most', issue.origin, issue.maximum);
    default:
      return undefined;
  }
}

/**
 * Checks a part of a request against its shape.
 * @throws {AppError} `BadRequest` with every problem as `{path, message}`
 */
export function validate(part: RequestPart, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: explain, reportInput: false });
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }));
  const [first] = details;
  const place = first === undefined || first.path === '' ? `The ${part}` : `"${first.path}" in the ${part}`;
  throw new AppError('BadRequest', `${place} ${first?.message ?? 'is not as expected'}`, { details });
}

/** Depth limit: every recursion over the value costs stack, and no valid value is deeper. */
const MAX_DEPTH = 64;
const TOO_DEEP = 'is nested too deeply';

interface Unfit {
  readonly path: string;
  readonly message: string;
}

function unfitText(text: string): Unfit | undefined {
  if (text.includes('\0')) return { path: '', message: 'must not hold a null character' };
  return text.isWellFormed() ? undefined : { path: '', message: 'must not hold half a character' };
}

function findUnfit(value: unknown, depth = 0): Unfit | undefined {
  if (typeof value === 'string') return unfitText(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return { path: '', message: TOO_DEEP };
  for (const [key, part] of Object.entries(value)) {
    const found = unfitText(key) ?? findUnfit(part, depth + 1);
    if (found === undefined) continue;
    // For nesting only the outer field is named.
    const isWhole = found.path === '' || found.message === TOO_DEEP;
    return { ...found, path: isWhole ? key : `${key}.${found.path}` };
  }
  return undefined;
}

/**
 * Refuses null characters, lone surrogates (PostgreSQL stores neither), and too deep nesting. Call it before any other recursion
 * over the value.
 * @throws {AppError} `BadRequest`
 */
export function rejectMalformedInput(part: RequestPart, value: unknown): void {
  const unfit = findUnfit(value);
  if (unfit === undefined) return;
  const place = unfit.path === '' ? `The ${part}` : `"${unfit.path}" in the ${part}`;
  throw new AppError('BadRequest', `${place} ${unfit.message}`, { details: [unfit] });
}
