import { BookEdits, ManyBooksEdit, ManySeriesEdit, SeriesEdits } from '@lectern/contract';
import { z } from 'zod';
import type { ActionKind } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import type { Planner } from './edit-owners.ts';
import { planBookEdits, planSeriesEdits } from './plan-together.ts';
import { planBookEdit, planLocks, planSeriesEdit, planTerms } from './plan-edits.ts';
import { followBooks, planBookReset, planSeriesReset } from './plan-reset.ts';

const Flags = z.record(z.string(), z.boolean());

/** What can be done to many alike; also as a task keeps it. */
export const Operation = z.discriminatedUnion('name', [
  z.object({ name: z.literal('edit-books'), body: ManyBooksEdit }),
  z.object({ name: z.literal('edit-series'), body: ManySeriesEdit }),
  z.object({ name: z.literal('book-edits'), body: BookEdits }),
  z.object({ name: z.literal('series-edits'), body: SeriesEdits }),
  z.object({ name: z.literal('lock'), locks: Flags }),
  z.object({ name: z.literal('reset') }),
  z.object({
    name: z.literal('terms'),
    field: z.enum(['genres', 'tags']),
    add: z.array(z.string()),
    remove: z.array(z.string()),
  }),
]);
export type Operation = z.output<typeof Operation>;

/** An edit of many as a task keeps it, with who asked for it and what they may see. */
export const StoredEdit = z.object({
  kind: z.enum(['book', 'series']),
  operation: Operation,
  by: z.object({ userId: z.string(), username: z.string(), libraryIds: z.array(z.string()).optional() }),
});
export type StoredEdit = z.output<typeof StoredEdit>;

type Kind = MetadataState['kind'];

/** Sets and clears locks; what a series has by its books comes back with them. */
export function lockPlanner(kind: Kind, locks: Readonly<Record<string, boolean | undefined>>): Planner {
  const plan = planLocks(locks);
  return kind === 'book' ? plan : async (state, db) => followBooks(state, db, plan(state));
}

/** Goes back to what files say. */
export function resetPlanner(kind: Kind): Planner {
  return kind === 'book' ? planBookReset : planSeriesReset;
}

/** What the journal calls it. */
export function actionKindOf(operation: Operation, count: number): ActionKind {
  if (operation.name === 'reset') return 'reset';
  return count === 1 && isSummarised(operation) ? 'edit' : 'bulk';
}

/** Whether a preview tells what all of them say now. */
export function isSummarised({ name }: Operation): boolean {
  return name === 'book-edits' || name === 'series-edits';
}

/** Decides what an operation makes of one of those that it is about. */
export function plannerOf(kind: Kind, operation: Operation): Planner {
  switch (operation.name) {
    case 'edit-books':
      return planBookEdit(operation.body, 'update');
    case 'edit-series':
      return planSeriesEdit(operation.body, 'update');
    case 'book-edits':
      return planBookEdits(operation.body, resetPlanner('book'));
    case 'series-edits':
      return planSeriesEdits(operation.body, resetPlanner('series'));
    case 'lock':
      return lockPlanner(kind, operation.locks);
    case 'reset':
      return resetPlanner(kind);
    case 'terms':
      return planTerms(operation.field, operation.add, operation.remove);
  }
}
