import type { z } from 'zod';
import { AppError } from '#core/errors.ts';

/** What each part of a request is called in messages. */
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

/** What is wrong with a value, in the words of this API; a shape that brings its own message keeps it. */
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
 * Checks a part of a request.
 * @throws {AppError} `BadRequest` with every problem as `{path, message}` (decision W4)
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
