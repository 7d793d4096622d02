import type { ReleaseSpan } from '@lectern/contract';
import { z } from 'zod';
import { groupBy } from '#core/group-by.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  deleteReleaseMarks,
  listOwnedBooks,
  listReleaseMarks,
  listUndecided,
} from '#db/repos/releases/release-candidates.repo.ts';
import { setReleaseState } from '#db/repos/releases/releases.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';

const Stored = z.array(z.object({ start: z.number(), end: z.number() }));
const Chapters = z.record(z.string(), z.object({ start: z.number(), end: z.number() }));

/**
 * Spans in order: reversed ones turned, those that overlap or touch made one.
 * @returns null for none
 */
export function mergeSpans(spans: readonly ReleaseSpan[] | null | undefined): ReleaseSpan[] | null {
  const sorted = (spans ?? [])
    .map(({ start, end }) => ({ start: Math.min(start, end), end: Math.max(start, end) }))
    .toSorted((one, other) => one.start - other.start);
  const merged: ReleaseSpan[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push(span);
    else last.end = Math.max(last.end, span.end);
  }
  return merged.length === 0 ? null : merged;
}

/** The last number that spans reach; null for none. */
export function largestEnd(spans: readonly ReleaseSpan[] | null): number | null {
  return spans === null ? null : Math.max(...spans.map(({ end }) => end));
}

/** Spans as they are stored; null for none. */
export function readSpans(json: string | null): ReleaseSpan[] | null {
  return json === null ? null : Stored.parse(JSON.parse(json));
}

/** Chapters of volumes as they are stored. */
export function readChapterMap(json: string | null): Record<string, ReleaseSpan> {
  return json === null ? {} : Chapters.parse(JSON.parse(json));
}

/** A book as far as numbers tell it from others. */
export interface Numbered {
  readonly volume: number | null;
  readonly chapter: number | null;
}

/** What a release holds. */
interface ReleaseContents {
  readonly volumes: readonly ReleaseSpan[] | null;
  readonly chapters: readonly ReleaseSpan[] | null;
}

/** Numbers of one release that are looked at; one that claims more is never taken for owned. */
const MAX_NUMBERS = 2_000;

/** Every whole number of the spans, and ends that are none; undefined for too many. */
function numbersOf(spans: readonly ReleaseSpan[]): number[] | undefined {
  const numbers = new Set<number>();
  for (const { start, end } of spans) {
    if (end - start > MAX_NUMBERS) return undefined;
    numbers.add(start).add(end);
    for (let number = Math.ceil(start); number <= end; number += 1) numbers.add(number);
    if (numbers.size > MAX_NUMBERS) return undefined;
  }
  return [...numbers];
}

function hasVolume(books: readonly Numbered[]): (volume: number) => boolean {
  const whole = books.filter(({ chapter }) => chapter === null);
  const volumes = new Set(whole.map(({ volume }) => volume).filter((volume) => volume !== null));
  // Where no book tells its volume, so many books are taken for the first so many volumes.
  const counted = books.some(({ volume }) => volume !== null) ? 0 : whole.length;
  return (volume) => volumes.has(volume) || volume <= counted;
}

/**
 * Whether all that a release holds is there already. A release that tells neither volume nor chapter never is.
 * @param chaptersOf chapters of each volume, as far as a user said so
 */
export function isOwned(
  { volumes, chapters }: ReleaseContents,
  books: readonly Numbered[],
  chaptersOf: Readonly<Record<string, ReleaseSpan>> = {},
): boolean {
  const [wantedVolumes, wantedChapters] = [numbersOf(volumes ?? []), numbersOf(chapters ?? [])];
  if (wantedVolumes === undefined || wantedChapters === undefined) return false;
  if (wantedVolumes.length + wantedChapters.length === 0) return false;
  const isWhole = hasVolume(books);
  const holdsVolumes = wantedVolumes.length > 0 && wantedVolumes.every(isWhole);
  if (wantedChapters.length === 0) return holdsVolumes;
  const inVolume = (chapter: number): boolean =>
    Object.entries(chaptersOf).some(
      ([volume, { start, end }]) => chapter >= start && chapter <= end && isWhole(Number(volume)),
    );
  const fits = ({ volume }: Numbered): boolean =>
    wantedVolumes.length === 0 || volume === null || wantedVolumes.includes(volume);
  const held = new Set(books.filter(fits).map(({ chapter }) => chapter));
  return holdsVolumes || wantedChapters.every((chapter) => held.has(chapter) || inVolume(chapter));
}

/** What it takes. */
export interface SettleContext {
  readonly db: Database;
  readonly events: EventBus;
}

/** Marks dealt with in one transaction. */
const AT_ONCE = 500;

async function recomputeSomeOwned(tx: Tx, { events }: SettleContext): Promise<number> {
  const marks = await listReleaseMarks(tx.read, AT_ONCE);
  const seriesIds = [...new Set(marks.map(({ seriesId }) => seriesId))];
  const entries = await listUndecided(tx.read, seriesIds);
  const concerned = [...new Set(entries.map(({ seriesId }) => seriesId))];
  const books = groupBy(await listOwnedBooks(tx.read, concerned), ({ seriesId }) => seriesId);
  const owned = entries.filter(({ seriesId, volumes, chapters, volumeChapterMap }) => {
    const contents = { volumes: readSpans(volumes), chapters: readSpans(chapters) };
    return isOwned(contents, books.get(seriesId) ?? [], readChapterMap(volumeChapterMap));
  });
  await setReleaseState(
    tx,
    owned.map(({ id }) => id),
    'marked_acquired',
    false,
  );
  await deleteReleaseMarks(
    tx,
    marks.map(({ id }) => id),
  );
  const changed = new Map(owned.map(({ seriesId, libraryId }) => [seriesId, libraryId]));
  for (const [id, libraryId] of changed) {
    tx.afterCommit(() => events.emit(seriesEvent('series_updated', { id, libraryId }, ['releases'])));
  }
  return marks.length;
}

/**
 * Marks announced releases as acquired whose books came since they were looked at last. Those whose state a person chose stay.
 * Books leave marks in the database, so nothing is missed when the server is killed.
 */
export async function recomputeOwned(ctx: SettleContext): Promise<void> {
  const isDue = async (): Promise<boolean> => (await listReleaseMarks(ctx.db.read, 1)).length > 0;
  while (await isDue()) await ctx.db.transaction(async (tx) => recomputeSomeOwned(tx, ctx));
}
