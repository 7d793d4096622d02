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

const Span = z.object({ start: z.number(), end: z.number() });
const Stored = z.array(Span);
const Chapters = z.record(z.string(), Span);

/** Sorted spans; reversed spans are turned, overlapping and touching ones are merged. Null for none. */
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

/** The largest end of the spans. */
export function largestEnd(spans: readonly ReleaseSpan[] | null): number | null {
  return spans === null ? null : Math.max(...spans.map(({ end }) => end));
}

/** Parses stored spans. */
export function readSpans(json: string | null): ReleaseSpan[] | null {
  return json === null ? null : Stored.parse(JSON.parse(json));
}

/** Parses a stored map from volumes to their chapters. */
export function readChapterMap(json: string | null): Record<string, ReleaseSpan> {
  return json === null ? {} : Chapters.parse(JSON.parse(json));
}

/** Numbers of a book. */
export interface Numbered {
  readonly volume: number | null;
  readonly chapter: number | null;
}

interface ReleaseContents {
  readonly volumes: readonly ReleaseSpan[] | null;
  readonly chapters: readonly ReleaseSpan[] | null;
}

/** A release with more numbers never counts as owned. */
const MAX_NUMBERS = 2_000;

/** All whole numbers of the spans, and fractional ends; undefined for too many. */
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
  // Without volumes in the metadata, n books count as the volumes 1 to n.
  const counted = books.some(({ volume }) => volume !== null) ? 0 : whole.length;
  return (volume) => volumes.has(volume) || volume <= counted;
}

/**
 * Whether the library has everything that a release contains. Never true without a volume or chapter.
 * @param chaptersOf chapters of each volume, as set by a user
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

/** Tools for recomputing owned releases. */
export interface SettleContext {
  readonly db: Database;
  readonly events: EventBus;
}

/** Marks of one transaction. */
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
 * Marks announced releases as acquired when their books have arrived. A state chosen by a user stays.
 * Books leave marks in the database, so a killed process loses none.
 */
export async function recomputeOwned(ctx: SettleContext): Promise<void> {
  const isDue = async (): Promise<boolean> => (await listReleaseMarks(ctx.db.read, 1)).length > 0;
  while (await isDue()) await ctx.db.transaction(async (tx) => recomputeSomeOwned(tx, ctx));
}
