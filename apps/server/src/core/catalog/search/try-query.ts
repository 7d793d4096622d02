import type { Database } from '#db/open.ts';
import type { SearchQuery } from '#db/search/search-query.ts';
import { correctSpelling } from './correct-spelling.ts';
import { planQuery } from './plan-query.ts';
import { applyPendingIndexChanges } from './apply-index-changes.ts';

/**
 * Runs a search: with the words as they are written, and when that finds nothing, with those that they may stand for. So what
 * is found depends on nothing that the viewer may not see.
 * @param ctx the database to settle and to search
 * @param text as it was typed
 * @param run the search itself
 * @param hasFound whether there is anything in what it found
 * @returns undefined when the text has no word in it
 */
export async function tryQuery<Found>(
  ctx: { readonly db: Database },
  text: string,
  run: (query: SearchQuery) => Promise<Found>,
  hasFound: (found: Found) => boolean,
): Promise<Found | undefined> {
  const planned = planQuery(text);
  if (planned === undefined) return undefined;
  await applyPendingIndexChanges(ctx);
  const found = await run(planned);
  if (hasFound(found)) return found;
  const forgiven = await correctSpelling(ctx.db.readHeavy, planned);
  return forgiven === undefined ? found : await run(forgiven);
}
