import { type Direction, DIRECTIONS } from '../engine/direction.ts';
import type { PageLayout } from '../engine/spreads.ts';
import { isAllowed, PAGE_SETTINGS } from './definitions.ts';

/** What a reader chose for one series, over what the books and the settings say. */
export interface SeriesChoice {
  readonly direction?: Direction;
  readonly layout?: PageLayout;
}

/** Choices by id of a series or book, oldest first. */
export type Kept<Value> = ReadonlyMap<string, Value>;

/** More than anyone reads at the same time; older ones are forgotten. */
const MOST_KEPT = 400;

function entriesOf(stored: unknown): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (entry: unknown): entry is [string, unknown] =>
      Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string',
  );
}

function isLayout(value: unknown): value is PageLayout {
  return isAllowed(PAGE_SETTINGS.layout, value);
}

function parseChoice(value: unknown): SeriesChoice {
  if (typeof value !== 'object' || value === null) return {};
  const direction = 'direction' in value ? DIRECTIONS.find((known) => known === value.direction) : undefined;
  const layout = 'layout' in value && isLayout(value.layout) ? value.layout : undefined;
  return { ...(direction === undefined ? {} : { direction }), ...(layout === undefined ? {} : { layout }) };
}

/** Reads what `keep` wrote; anything else in it is left out. */
export function parseSeriesChoices(stored: unknown): Kept<SeriesChoice> {
  return new Map(entriesOf(stored).map(([id, value]) => [id, parseChoice(value)]));
}

/** The shifted runs of a book's spreads, by book. */
export function parseShifts(stored: unknown): Kept<readonly number[]> {
  return new Map(
    entriesOf(stored).map(([id, value]) => [
      id,
      Array.isArray(value) ? value.filter((page: unknown): page is number => Number.isInteger(page)) : [],
    ]),
  );
}

/** With one more choice, as the newest; ready for JSON as `[...kept]`. */
export function keep<Value>(kept: Kept<Value>, id: string, value: Value): Kept<Value> {
  const next = new Map(kept);
  next.delete(id);
  next.set(id, value);
  return new Map([...next].slice(-MOST_KEPT));
}
