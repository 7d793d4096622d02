import type { EmbeddedMetadata } from '@lectern/formats';
import { planSeriesAnew } from '#core/rules/metadata/fill-series.ts';
import { linksOfSeriesJson, mergeLinks, mergeMetadata, readLinks } from '#core/rules/metadata/merge-metadata.ts';
import { libraryRulesOf } from '#core/rules/naming/library-rules.ts';
import { titlesByRules } from '#core/rules/naming/template-titles.ts';
import type { ReadDb } from '#db/open.ts';
import { findAgreedDirection, findSeriesFields } from '#db/repos/scanning/analysis.repo.ts';
import { bookValues, type Json, type MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { findSeriesJson } from '#db/repos/scanning/series-sidecars.repo.ts';
import { listTitledSeries } from '#db/repos/scanning/series-titles.repo.ts';
import { distinctNames } from '#db/repos/rows/find-terms.repo.ts';
import { listNamesOfBooks } from '#db/repos/metadata/term-lists.repo.ts';
import type { Edit } from './edit.ts';
import { plainLocks } from './fields.ts';

function names(values: readonly string[] | undefined): string[] {
  return [...distinctNames(values ?? []).values()];
}

/** A book says what its files say, nothing where they say nothing, and nothing is locked but the cover. */
export function planBookReset(state: MetadataState): Edit {
  // Written by its analysis, in this form.
  const said = state.said === null ? undefined : (JSON.parse(state.said) as EmbeddedMetadata);
  const row = said === undefined ? {} : mergeMetadata(undefined, said);
  return {
    values: {
      ...bookValues(row),
      titleSort: said?.titleSort ?? null,
      genres: names(said?.genres),
      tags: names(said?.tags),
      externalIds: [],
      externalLinks: mergeLinks(readLinks(state.values['externalLinks']), said?.links, Date.now()),
    },
    unlock: plainLocks('book'),
  };
}

/** The server's own eyes: what a series says does not depend on who looks. */
const EVERYONE = { userId: '' };

async function titleOf(db: ReadDb, state: MetadataState, values: Edit['values'] = {}): Promise<string> {
  for await (const [series] of listTitledSeries(db, EVERYONE, { seriesIds: [state.id] })) {
    if (series === undefined) continue;
    const titled = [{ ...series, rules: libraryRulesOf(series) }];
    return (await titlesByRules(db, titled, new Map([[state.id, values]]))).get(state.id) ?? state.title;
  }
  // One without live books is not titled by anything.
  return state.title;
}

/** What a series says that only people say anything about. */
const BLANK: Readonly<Record<string, Json>> = {
  ...{ titleSort: null, totalVolumeCount: null, totalChapterCount: null, customMetadata: null },
  ...{ authors: [], externalIds: [], externalRatings: [], alternateTitles: [] },
};

/** A series says what its folder and files say, nothing where they say nothing, and nothing is locked but the cover. */
export async function planSeriesReset(state: MetadataState, db: ReadDb): Promise<Edit> {
  const unlock = plainLocks('series');
  const fields = await findSeriesFields(db, state.id);
  if (fields === undefined) return { values: {}, unlock };
  const { libraryId: _libraryId, filled: _filled, locks: _locks, ...known } = fields;
  const { values, filled } = await planSeriesAnew(db, state.id, { ...fields, locks: '[]' });
  const json = await findSeriesJson(db, state.id);
  const said = {
    ...BLANK,
    ...known,
    ...values,
    readingDirection: await findAgreedDirection(db, state.id),
    genres: await listNamesOfBooks(db, 'genre', state.id),
    tags: await listNamesOfBooks(db, 'tag', state.id),
    externalLinks: mergeLinks(readLinks(state.values['externalLinks']), linksOfSeriesJson(json), Date.now()),
  };
  return {
    values: { ...said, title: await titleOf(db, state, said) },
    unlock,
    filled,
  };
}

/** What a series says of itself where nothing is locked any more: its folder's title, the genres and tags of its books. */
export async function followBooks(state: MetadataState, db: ReadDb, edit: Edit): Promise<Edit> {
  const freed = (field: string): boolean => state.locks.has(field) && (edit.unlock ?? []).includes(field);
  return {
    ...edit,
    values: {
      ...edit.values,
      ...(freed('title') ? { title: await titleOf(db, state) } : {}),
      ...(freed('genres') ? { genres: await listNamesOfBooks(db, 'genre', state.id) } : {}),
      ...(freed('tags') ? { tags: await listNamesOfBooks(db, 'tag', state.id) } : {}),
    },
  };
}
