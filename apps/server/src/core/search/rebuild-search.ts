import { z } from 'zod';
import { lockFor } from '#db/dialect.ts';
import type { Database } from '#db/open.ts';
import { countSearchMarks, markEverything } from '#db/search/search-index.repo.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { createPace } from '../pace.ts';
import { settleSearchMarks } from './settle-marks.ts';

/** Documents of one transaction. */
const REBUILD_BATCH = { least: 4, most: 100 };

/** What a turn leaves to the next one: how much there was to do. */
const Turn = z.object({ total: z.number() });

async function beginAnew(db: Database): Promise<number> {
  await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, 'search');
    await markEverything(tx);
  });
  return await countSearchMarks(db.read);
}

/** Makes the index of search anew, row by row; until its turn comes each is found as before. */
export async function rebuildSearch({ db }: { readonly db: Database }, run: TaskRun): Promise<TaskOutcome> {
  const earlier = Turn.safeParse(run.earlier);
  const total = earlier.success ? earlier.data.total : await beginAnew(db);
  const pace = createPace(REBUILD_BATCH);
  for (;;) {
    run.signal.throwIfAborted();
    const left = await countSearchMarks(db.read);
    run.report({ current: Math.max(0, total - left), total, message: 'Indexing' }, { total });
    if (left === 0) return { result: { total } };
    if (await run.shouldYield()) return { result: { total }, again: true };
    const { size } = pace;
    await pace.spend(async () => settleSearchMarks({ db }, size));
  }
}
