import { type TaskCounts, type TaskStats, TaskStatus } from '@lectern/contract';
import type { z } from 'zod';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { countTasks } from '#db/repos/task-lists.repo.ts';

type Counts = z.infer<typeof TaskCounts>;

function newCounts(): Counts {
  return { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0, total: 0 };
}

function add(counts: Counts, status: TaskStatus, count: number): void {
  counts[status] += count;
  counts.total += count;
}

/** How many tasks wait, run and ended, in all and by type. */
export async function getTaskStats(
  { db }: { readonly db: Database },
  viewer: Viewer,
): Promise<z.infer<typeof TaskStats>> {
  const all = newCounts();
  const byType = new Map<string, Counts>();
  for (const { type, status, count } of await countTasks(db.read, viewer)) {
    const ofType = byType.get(type) ?? newCounts();
    byType.set(type, ofType);
    const known = TaskStatus.parse(status);
    add(ofType, known, count);
    add(all, known, count);
  }
  return { ...all, byType: Object.fromEntries(byType) };
}
