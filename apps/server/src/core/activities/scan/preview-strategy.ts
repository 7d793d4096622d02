import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StrategyChange, StrategyPreview } from '@lectern/contract';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { readSettings } from '#core/catalog/libraries/library-settings.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { AppError } from '#core/errors.ts';
import { hasTemplates, type LibraryRules, compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { type Place, placeInSeries } from '#core/rules/naming/place-in-series.ts';
import { planSeries } from '#core/rules/naming/plan-series.ts';
import { readsMetadata } from '#core/rules/naming/series-rules.ts';
import { readStatement } from '#core/rules/naming/decision.ts';
import { loadBookContexts, titlesByRules } from '#core/catalog/naming/template-titles.ts';
import { cleanTitle, isUntitled } from '#core/rules/naming/title-rules.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { findLibraryRow, parseScanningConfig } from '#db/repos/catalog/libraries.repo.ts';
import { type KnownSeries, listKnownSeries } from '#db/repos/scanning/scan.repo.ts';
import { listPreviewedBooks, type PreviewedBook } from '#db/repos/scanning/scanned-series.repo.ts';
import { say } from '#words/say.ts';
import { findKeptSeries } from './series-of-group.ts';

const EXAMPLES = 100;
const SAMPLES = 20;
const GROUPS_A_TURN = 50;

interface Group {
  readonly place: Place;
  readonly books: PreviewedBook[];
}

type Example = StrategyPreview['examples'][number];
type Counts = Pick<
  StrategyPreview,
  'booksTotal' | 'booksChanged' | 'seriesChanged' | 'titlesChanged' | 'numbersChanged'
>;

interface Outlook {
  readonly db: ReadDb;
  readonly rules: LibraryRules;
  readonly series: readonly KnownSeries[];
  readonly seriesById: ReadonlyMap<string, KnownSeries>;
  readonly groups: ReadonlyMap<string, Group>;
  readonly unread: number;
}

function place(rules: LibraryRules, { path, statedSeries, statedTitle, authors }: PreviewedBook): Place {
  const stated = authors === null ? {} : readStatement({ series: statedSeries, title: statedTitle, authors });
  return placeInSeries(rules.series, { path, ...stated });
}

async function survey(db: Database, libraryId: string, rules: LibraryRules, signal: AbortSignal): Promise<Outlook> {
  const series = await listKnownSeries(db.read, libraryId);
  const groups = new Map<string, Group>();
  let unread = 0;
  for await (const page of listPreviewedBooks(db.read, libraryId)) {
    signal.throwIfAborted();
    for (const book of page) {
      const where = place(rules, book);
      const group = groups.get(where.groupPath) ?? { place: where, books: [] };
      groups.set(where.groupPath, group);
      group.books.push(book);
      if (book.authors === null) unread += 1;
    }
    await nextTurn();
  }
  return { db: db.read, rules, series, seriesById: new Map(series.map((one) => [one.id, one])), groups, unread };
}

/** The series of each group: one at its path, one that keeps its id under a new path, or undefined for a new one. */
function findSeries({ series, seriesById, groups }: Outlook): (groupPath: string) => KnownSeries | undefined {
  const byPath = new Map(series.map((one) => [one.path, one]));
  const regrouped = [...groups].flatMap(([groupPath, { books }]) =>
    books
      .filter(({ seriesId }) => seriesById.get(seriesId)?.path !== groupPath)
      .map(({ seriesId }) => ({ seriesId, groupPath })),
  );
  const kept = findKeptSeries({ series, regrouped, groups: new Set(groups.keys()) });
  return (groupPath) => byPath.get(groupPath) ?? kept.get(groupPath);
}

function deriveTitle(
  { rules }: Outlook,
  { place: { groupPath, name } }: Group,
  series: KnownSeries | undefined,
): string {
  if (series === undefined) return cleanTitle(rules.seriesTitles, name);
  const isRenamed = series.path !== groupPath && isUntitled(rules, series);
  return isRenamed ? cleanTitle(rules.seriesTitles, name) : series.title;
}

/** `isMoved`: the book joins another series, or its series gets another title. */
interface Change {
  readonly example: Example;
  readonly isMoved: boolean;
}

/** The title with the library's template applied; a new series uses the metadata of its first book's series. */
async function renderTemplatedTitle(outlook: Outlook, group: Group, series: KnownSeries | undefined) {
  const { db, rules } = outlook;
  const title = deriveTitle(outlook, group, series);
  if (!hasTemplates(rules)) return { title };
  const id = series?.id ?? group.books[0]?.seriesId ?? '';
  const isFree = series === undefined || isUntitled(rules, series);
  const titles = isFree ? await titlesByRules(db, [{ id, name: group.place.name, rules }]) : undefined;
  const made = titles?.get(id) ?? title;
  const ids = group.books.map((book) => book.id);
  return { title: made, contextOf: await loadBookContexts(db, { id, title: made }, ids) };
}

/** Order by path: ids of books found by one scan are in no order. */
function byPath(one: PreviewedBook, other: PreviewedBook): number {
  return one.path < other.path ? -1 : 1;
}

async function compareGroup(outlook: Outlook, group: Group, series: KnownSeries | undefined): Promise<Change[]> {
  const { title: seriesTitle, contextOf } = await renderTemplatedTitle(outlook, group, series);
  const after = { id: series?.id, title: seriesTitle };
  const placings = planSeries(outlook.rules, seriesTitle, group.books, contextOf);
  return group.books.toSorted(byPath).flatMap((book) => {
    const own = outlook.seriesById.get(book.seriesId);
    const placing = placings.get(book.id);
    if (placing === undefined) return [];
    const { title, number } = placing;
    const before = { series: own?.title ?? '', title: book.title, number: book.number };
    const isMoved = own?.id !== after.id || before.series !== after.title;
    if (!isMoved && title === book.title && number === book.number) return [];
    const example = { bookId: book.id, path: book.path, before, after: { series: after.title, title, number } };
    return [{ example, isMoved }];
  });
}

function count(counts: Counts, { example: { before, after }, isMoved }: Change): Counts {
  const isOther = (field: 'title' | 'number'): number => (before[field] === after[field] ? 0 : 1);
  return {
    booksTotal: counts.booksTotal,
    booksChanged: counts.booksChanged + 1,
    seriesChanged: counts.seriesChanged + Number(isMoved),
    titlesChanged: counts.titlesChanged + isOther('title'),
    numbersChanged: counts.numbersChanged + isOther('number'),
  };
}

function compareSeries(outlook: Outlook, seriesAt: ReturnType<typeof findSeries>) {
  const { groups, seriesById } = outlook;
  const byTitle = (one: string, other: string): number => (sortKey(one) < sortKey(other) ? -1 : 1);
  const going = new Set([...groups.keys()].map((groupPath) => seriesAt(groupPath)?.id));
  const inUse = new Set([...groups.values()].flatMap(({ books }) => books.map(({ seriesId }) => seriesId)));
  const created = [...groups]
    .filter(([groupPath]) => seriesAt(groupPath) === undefined)
    .map(([, group]) => deriveTitle(outlook, group, undefined));
  const emptied = [...inUse].filter((id) => !going.has(id)).map((id) => seriesById.get(id)?.title ?? '');
  return {
    seriesBefore: inUse.size,
    seriesAfter: groups.size,
    seriesCreated: created.length,
    seriesEmptied: emptied.length,
    sampleCreated: created.sort(byTitle).slice(0, SAMPLES),
    sampleEmptied: emptied.sort(byTitle).slice(0, SAMPLES),
  };
}

async function compare(outlook: Outlook, limit: number, signal: AbortSignal): Promise<StrategyPreview> {
  const seriesAt = findSeries(outlook);
  const examples: Example[] = [];
  let counts: Counts = { booksTotal: 0, booksChanged: 0, seriesChanged: 0, titlesChanged: 0, numbersChanged: 0 };
  let looked = 0;
  const groups = [...outlook.groups].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [groupPath, group] of groups) {
    signal.throwIfAborted();
    counts = { ...counts, booksTotal: counts.booksTotal + group.books.length };
    for (const change of await compareGroup(outlook, group, seriesAt(groupPath))) {
      counts = count(counts, change);
      if (examples.length < limit) examples.push(change.example);
    }
    looked += 1;
    if (looked % GROUPS_A_TURN === 0) await nextTurn();
  }
  return { ...counts, ...compareSeries(outlook, seriesAt), warnings: [], examples };
}

/**
 * Previews a change of strategies, which the next deep scan would apply.
 * @throws {AppError} `NotFound`, or `BadRequest` for invalid settings
 */
export async function previewStrategy(
  { db }: { readonly db: Database },
  target: { readonly viewer: Viewer; readonly libraryId: string },
  { limit = EXAMPLES, ...input }: StrategyChange,
  signal: AbortSignal,
): Promise<StrategyPreview> {
  const { viewer, libraryId } = target;
  await getLibrary({ db }, viewer, libraryId);
  const row = await findLibraryRow(db.read, libraryId);
  if (row === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  const settings = readSettings(input, { ...row, scanning: parseScanningConfig(row) });
  const rules = compileLibraryRules({ ...row, ...settings });
  const outlook = await survey(db, libraryId, rules, signal);
  const preview = await compare(outlook, limit, signal);
  if (!readsMetadata(rules.series) || outlook.unread === 0) return preview;
  const warning = say(
    '{count, plural, one {# book was} other {# books were}} never read. Their series may follow from their metadata',
    { count: outlook.unread },
  );
  return { ...preview, warnings: [warning] };
}
