import { AppError } from '#core/errors.ts';
import type { RequestPart } from './validate.ts';

/** No setting and no place in a book needs more levels; each one costs stack wherever the value is walked. */
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
    // Of what is nested too deeply the field is named, not every step down.
    const isWhole = found.path === '' || found.message === TOO_DEEP;
    return { ...found, path: isWhole ? key : `${key}.${found.path}` };
  }
  return undefined;
}

/**
 * Refuses what no shape allows and nothing behind the edge could bear: text with null characters or half characters (surrogates
 * without their other half), which PostgreSQL neither stores nor reads as JSON, and values nested without end. To be asked before a value is walked in any other way.
 * @throws {AppError} `BadRequest`
 */
export function refuseUnfit(part: RequestPart, value: unknown): void {
  const unfit = findUnfit(value);
  if (unfit === undefined) return;
  const place = unfit.path === '' ? `The ${part}` : `"${unfit.path}" in the ${part}`;
  throw new AppError('BadRequest', `${place} ${unfit.message}`, { details: [unfit] });
}
