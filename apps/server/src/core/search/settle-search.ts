import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#db/open.ts';
import { listSearchMarks } from '#db/search/search-index.repo.ts';
import { listings } from './listings.ts';
import { settleSearchMarks } from './settle-marks.ts';

/** Documents of one transaction: some milliseconds of work. */
const SETTLE_BATCH = 50;
/** So many batches does a search wait for. */
const PATIENCE = 5;

/**
 * Brings the index in line with what was changed before; of very much only a part, which whoever searches waits for.
 * @param batches transactions at most
 */
export async function settleSearch({ db }: { readonly db: Database }, batches = PATIENCE): Promise<void> {
  listings.noteSearch();
  const [first] = await listSearchMarks(db.read, 1);
  if (first === undefined) return;
  for (let batch = 0; batch < batches; batch += 1) {
    if (!(await settleSearchMarks({ db }, SETTLE_BATCH))) return;
    // Requests that came meanwhile go first.
    await nextTurn();
  }
}
