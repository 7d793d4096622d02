import type { z } from 'zod';
import { AppError } from '#core/errors.ts';

/** What each part of a request is called in messages. */
export type RequestPart = 'path' | 'query' | 'body';

/**
 * Checks a part of a request.
 * @throws {AppError} `BadRequest` with every problem as `{path, message}` (decision W4)
 */
export function validate(part: RequestPart, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }));
  const [first] = details;
  const place = first === undefined || first.path === '' ? part : `${part} "${first.path}"`;
  throw new AppError('BadRequest', `Invalid ${place}: ${first?.message ?? 'not as expected'}`, { details });
}
