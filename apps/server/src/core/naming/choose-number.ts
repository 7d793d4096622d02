import type { NumberStrategy } from '@lectern/contract';
import type { z } from 'zod';
import type { NumberRuleName } from './decision.ts';
import { parseNumberText, readNumber } from './read-numbers.ts';

/** How a library numbers its books. */
export type NumberStrategyName = z.infer<typeof NumberStrategy>;

/** A book's number: exact text, and the decimal that books are ordered by. */
export interface BookNumber {
  readonly text: string | null;
  readonly sort: number | null;
  /** The rule that decided; `input` is what it looked at. */
  readonly rule: NumberRuleName;
  readonly input: string;
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

function noNumber(input: string): BookNumber {
  return { text: null, sort: null, rule: 'no-number', input };
}

function fromStated(stated: string | null, rule: NumberRuleName): BookNumber | undefined {
  const sort = stated === null ? undefined : parseNumberText(stated);
  return stated === null || sort === undefined ? undefined : { text: stated, sort, rule, input: stated };
}

function fromName(stem: string): BookNumber | undefined {
  const sort = readNumber(stem);
  return sort === undefined ? undefined : { text: String(sort), sort, rule: 'file-name-number', input: stem };
}

function fromPosition(position: number | null, stem: string): BookNumber | undefined {
  return position === null ? undefined : { text: String(position), sort: position, rule: 'file-order', input: stem };
}

function fromLock(stated: string | null): BookNumber {
  return fromStated(stated, 'locked-number') ?? { ...noNumber(stated ?? ''), rule: 'locked-number' };
}

/**
 * Numbers a book by its library's strategy.
 * @returns undefined when the strategy needs the position and it is not known: the number stays as it is
 */
export function chooseNumber(strategy: NumberStrategyName, sources: NumberSources): BookNumber | undefined {
  const { stated, isLocked, stem, position } = sources;
  if (isLocked) return fromLock(stated);
  switch (strategy) {
    case 'file_order':
      return fromPosition(position, stem);
    case 'metadata':
      return fromStated(stated, 'stated-number') ?? noNumber(stated ?? '');
    case 'filename':
      return fromName(stem) ?? noNumber(stem);
    case 'smart':
      return fromStated(stated, 'stated-number') ?? fromName(stem) ?? fromPosition(position, stem);
  }
}
