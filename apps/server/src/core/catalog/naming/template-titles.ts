import { groupBy } from '#core/group-by.ts';
import type { LibraryRules } from '#core/rules/naming/library-rules.ts';
import { cleanTitle } from '#core/rules/naming/title-rules.ts';
import { type BookContexts, toBookContext, toSeriesContext } from '#core/rules/templates/context.ts';
import { renderTitle } from '#core/rules/templates/render-template.ts';
import type { ReadDb } from '#db/open.ts';
import { type Json, listMetadataStates, type MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { countSeriesLiveBooks, listFileFacts } from '#db/repos/scanning/naming.repo.ts';

/** Scope of the server itself: titles do not depend on a viewer. */
const EVERYONE = { userId: '' };

interface TitledOne {
  readonly id: string;
  readonly name: string;
  readonly rules: Pick<LibraryRules, 'seriesTitles' | 'seriesTemplate'>;
}

/** Metadata values by series id that replace the stored ones. */
type Instead = ReadonlyMap<string, Readonly<Record<string, Json>>>;

/**
 * Titles of series by their library's rules: the cleaned-up name, or the library's template. An empty template result is ignored.
 * @returns by id
 */
export async function titlesByRules(db: ReadDb, series: readonly TitledOne[], instead: Instead = new Map()) {
  const titles = new Map(series.map(({ id, name, rules }) => [id, cleanTitle(rules.seriesTitles, name)]));
  const templated = series.filter(({ rules }) => rules.seriesTemplate !== null);
  if (templated.length === 0) return titles;
  const ids = templated.map(({ id }) => id);
  const states = new Map((await listMetadataStates(db, EVERYONE, 'series', ids)).map((state) => [state.id, state]));
  const counts = await countSeriesLiveBooks(db, ids);
  for (const { id, rules } of templated) {
    const state = states.get(id);
    if (state === undefined || rules.seriesTemplate === null) continue;
    const values = { ...state.values, ...instead.get(id) };
    const context = toSeriesContext({ ...state, values, title: titles.get(id) ?? '' }, counts.get(id) ?? 0);
    const title = renderTitle(rules.seriesTemplate, context);
    if (title !== undefined) titles.set(id, title);
  }
  return titles;
}

/** Loads the template contexts of a series' books, with the series' new title. */
export async function loadBookContexts(
  db: ReadDb,
  series: { readonly id: string; readonly title: string },
  bookIds: readonly string[],
): Promise<BookContexts> {
  const [state] = await listMetadataStates(db, EVERYONE, 'series', [series.id]);
  if (state === undefined) return () => undefined;
  const counts = await countSeriesLiveBooks(db, [series.id]);
  const ofSeries = toSeriesContext({ ...state, title: series.title }, counts.get(series.id) ?? 0);
  const states = await listMetadataStates(db, EVERYONE, 'book', bookIds);
  const facts = groupBy(await listFileFacts(db, bookIds), ({ id }) => id);
  const contexts = new Map(
    states.flatMap((book: MetadataState) => {
      const [file] = facts.get(book.id) ?? [];
      return file === undefined ? [] : [[book.id, toBookContext({ ...file, ...book }, ofSeries)] as const];
    }),
  );
  return (bookId) => contexts.get(bookId);
}
