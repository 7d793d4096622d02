import type { NumberStrategy } from '@lectern/contract';
import type { z } from 'zod';
import { parseNumberText, readNumber } from './read-numbers.ts';

/** How a library numbers its books. */
export type NumberStrategyName = z.infer<typeof NumberStrategy>;

/** A book's number: exact text, and the decimal that books are ordered by. */
export interface BookNumber {
  readonly text: string | null;
  readonly sort: number | null;
}

/** What a number can be taken from. */
export interface NumberSources {
  /** As the file itself or the user states it. */
  readonly stated: string | null;
  /** The user's: then it counts, whatever the strategy. */
  readonly isLocked: boolean;
  /** File name without extension. */
  readonly stem: string;
  /** Place among the books of the series, from 1; null where only the file is known. */
  readonly position: number | null;
}

const NONE: BookNumber = { text: null, sort: null };

function fromStated(stated: string | null): BookNumber | undefined {
  const sort = stated === null ? undefined : parseNumberText(stated);
  return sort === undefined ? undefined : { text: stated, sort };
}

function fromValue(value: number | null | undefined): BookNumber | undefined {
  return value === null || value === undefined ? undefined : { text: String(value), sort: value };
}

/**
 * Numbers a book by its library's strategy.
 * @returns undefined when the strategy needs the position and it is not known: the number stays as it is
 */
export function chooseNumber(strategy: NumberStrategyName, sources: NumberSources): BookNumber | undefined {
  const { stated, isLocked, stem, position } = sources;
  if (isLocked) return fromStated(stated) ?? NONE;
  switch (strategy) {
    case 'file_order':
      return fromValue(position);
    case 'metadata':
      return fromStated(stated) ?? NONE;
    case 'filename':
      return fromValue(readNumber(stem)) ?? NONE;
    case 'smart':
      return fromStated(stated) ?? fromValue(readNumber(stem)) ?? fromValue(position);
  }
}
