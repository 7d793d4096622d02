import type { EmbeddedMetadata } from '@lectern/formats';
import { replanSeries } from './fill-series.ts';
import { readSeriesJsonLinks, mergeLinks, mergeMetadata, readLinks } from './merge-metadata.ts';
import { compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { titlesByRules } from '#core/catalog/naming/template-titles.ts';
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

/** Resets a book to the metadata of its files and clears all locks except that of the cover. */
export function planBookReset(state: MetadataState): Edit {
  // The analysis wrote it in this form.
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

/** Values of a series do not depend on a viewer. */
const EVERYONE = { userId: '' };

async function deriveTitle(db: ReadDb, state: MetadataState, values: Edit['values'] = {}): Promise<string> {
  for await (const [series] of listTitledSeries(db, EVERYONE, { seriesIds: [state.id] })) {
    if (series === undefined) continue;
    const titled = [{ ...series, rules: compileLibraryRules(series) }];
    return (await titlesByRules(db, titled, new Map([[state.id, values]]))).get(state.id) ?? state.title;
  }
  // Without live books no rule gives a title.
  return state.title;
}

/** Fields that only users set. */
const BLANK: Readonly<Record<string, Json>> = {
  titleSort: null,
  totalVolumeCount: null,
  totalChapterCount: null,
  customMetadata: null,
  authors: [],
  externalIds: [],
  externalRatings: [],
  alternateTitles: [],
};

/** Resets a series to its folder and files and clears all locks except that of the cover. */
export async function planSeriesReset(state: MetadataState, db: ReadDb): Promise<Edit> {
  const unlock = plainLocks('series');
  const fields = await findSeriesFields(db, state.id);
  if (fields === undefined) return { values: {}, unlock };
  const { libraryId: _libraryId, filled: _filled, locks: _locks, ...known } = fields;
  const { values, filled } = await replanSeries(db, state.id, { ...fields, locks: '[]' });
  const json = await findSeriesJson(db, state.id);
  const said = {
    ...BLANK,
    ...known,
    ...values,
    readingDirection: await findAgreedDirection(db, state.id),
    genres: await listNamesOfBooks(db, 'genre', state.id),
    tags: await listNamesOfBooks(db, 'tag', state.id),
    externalLinks: mergeLinks(readLinks(state.values['externalLinks']), readSeriesJsonLinks(json), Date.now()),
  };
  return {
    values: { ...said, title: await deriveTitle(db, state, said) },
    unlock,
    filled,
  };
}

/** Adds the derived values of unlocked fields: the title by folder, and the genres and tags of its books. */
export async function followBooks(state: MetadataState, db: ReadDb, edit: Edit): Promise<Edit> {
  const freed = (field: string): boolean => state.locks.has(field) && (edit.unlock ?? []).includes(field);
  return {
    ...edit,
    values: {
      ...edit.values,
      ...(freed('title') ? { title: await deriveTitle(db, state) } : {}),
      ...(freed('genres') ? { genres: await listNamesOfBooks(db, 'genre', state.id) } : {}),
      ...(freed('tags') ? { tags: await listNamesOfBooks(db, 'tag', state.id) } : {}),
    },
  };
}
