import type { Database } from '#db/open.ts';
import type { SearchQuery } from '#db/search/search-query.ts';
import { applyPendingIndexChanges } from './apply-index-changes.ts';
import { correctSpelling } from './correct-spelling.ts';
import { planQuery } from './plan-query.ts';

/**
 * Runs a search with the words as written. When it finds nothing that the viewer may see, runs it with corrected spelling.
 * @returns undefined when the text has no word
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
  const corrected = await correctSpelling(ctx.db.readHeavy, planned);
  return corrected === undefined ? found : await run(corrected);
}
