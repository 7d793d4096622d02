import type { Database } from '#db/open.ts';
import { sightName } from '#db/repos/visibility.ts';
import { listWords } from '../compat/list-words.ts';
import type { Viewer } from '../viewer.ts';
import type { FilteredLists } from './filtered-lists.ts';

interface Found {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly languages: Promise<readonly string[]>;
}

/** Finding languages means looking at every book, and every page of a list of a reader app names them. */
const TRUST_MS = 60_000;
const MAX_REMEMBERED = 100;
/** More languages are mistakes, and too long a list to choose from. */
const LANGUAGES_SHOWN = { limit: 40, offset: 0 } as const;

/** By what lasts as long as the server: each request has a database of its own. */
const remembered = new WeakMap<FilteredLists, Map<string, Found>>();

/** What books say their languages are, of those that the viewer may see, by name; up to a minute old. */
export async function listBookLanguages(
  ctx: { readonly db: Database; readonly filtered: FilteredLists },
  viewer: Viewer,
): Promise<readonly string[]> {
  const known = remembered.get(ctx.filtered) ?? new Map<string, Found>();
  remembered.set(ctx.filtered, known);
  const name = sightName(viewer);
  for (;;) {
    const now = Date.now();
    const found = known.get(name);
    if (found === undefined || now - found.at >= TRUST_MS || now < found.at) break;
    try {
      return await found.languages;
    } catch {
      // Whoever began it has left, and it was given up: those who are still there begin anew.
      if (known.get(name) === found) known.delete(name);
    }
  }
  const languages = listWords(ctx, viewer, { of: 'bookLanguage' }, { slice: LANGUAGES_SHOWN }).then(({ rows }) => rows);
  const begun: Found = { at: Date.now(), languages };
  known.delete(name);
  known.set(name, begun);
  const [oldest] = known.keys();
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
  try {
    return await languages;
  } catch (error) {
    if (known.get(name) === begun) known.delete(name);
    throw error;
  }
}
