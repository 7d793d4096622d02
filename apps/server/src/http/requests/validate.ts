import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { explainIssue } from '#core/explain-issue.ts';
import { type FieldFault, invalidFields } from '#core/invalid-field.ts';
import { say } from '#words/say.ts';
import { sayShape } from '#words/shape-messages.ts';

/** Names of the parts of a request in messages. */
export type RequestPart = 'path' | 'query' | 'body';

/** The error for faults of a part of a request. */
function refuse(part: RequestPart, first: FieldFault, details: readonly FieldFault[]): AppError {
  const { path, message } = first;
  // Plain English: the web app knows a mistyped address by these words.
  if (part === 'path') return new AppError('BadRequest', `"${path}" in the path ${message}`, { details });
  if (path !== '') return invalidFields(first, details);
  const whole =
    part === 'query'
      ? say('The query is not valid: {message}', { message })
      : say('The body is not valid: {message}', { message });
  return new AppError('BadRequest', whole, { details });
}

/**
 * Checks a part of a request against its shape.
 * @throws {AppError} `BadRequest` with every problem as `{path, message}`
 */
export function validate(part: RequestPart, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: explainIssue, reportInput: false });
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: sayShape(issue.message),
  }));
  const [first] = details;
  if (first === undefined) throw parsed.error;
  throw refuse(part, first, details);
}

/** Depth limit: every recursion over the value costs stack, and no valid value is deeper. */
const MAX_DEPTH = 64;

interface Unfit extends FieldFault {
  /** For nesting only the outer field is named. */
  readonly isTooDeep?: true;
}

function unfitText(text: string): Unfit | undefined {
  if (text.includes('\0')) return { path: '', message: say('must not contain a null character') };
  return text.isWellFormed() ? undefined : { path: '', message: say('must not contain half a character') };
}

function findUnfit(value: unknown, depth = 0): Unfit | undefined {
  if (typeof value === 'string') return unfitText(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return { path: '', message: say('is nested too deeply'), isTooDeep: true };
  for (const [key, part] of Object.entries(value)) {
    const found = unfitText(key) ?? findUnfit(part, depth + 1);
    if (found === undefined) continue;
    const isWhole = found.path === '' || found.isTooDeep === true;
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
  const fault = { path: unfit.path, message: unfit.message };
  throw refuse(part, fault, [fault]);
}
