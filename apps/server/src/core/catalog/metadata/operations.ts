import { BookEdits, ManyBooksEdit, ManySeriesEdit, SeriesEdits } from '@lectern/contract';
import { z } from 'zod';
import type { ActionKind } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import type { Planner } from './plan-owners.ts';
import { planBookEdits, planSeriesEdits } from './plan-together.ts';
import { planBookEdit, planLocks, planSeriesEdit, planTerms } from './plan-edits.ts';
import { followBooks, planBookReset, planSeriesReset } from './plan-reset.ts';

const Flags = z.record(z.string(), z.boolean());

/** An operation on many owners; tasks store it. */
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

/** An edit as a task stores it, with the requesting user and their scope. */
export const StoredEdit = z.object({
  kind: z.enum(['book', 'series']),
  operation: Operation,
  by: z.object({ userId: z.string(), username: z.string(), libraryIds: z.array(z.string()).optional() }),
});
export type StoredEdit = z.output<typeof StoredEdit>;

type Kind = MetadataState['kind'];

/** Sets and clears locks. Unlocked fields of a series get the values of its books again. */
export function lockPlanner(kind: Kind, locks: Readonly<Record<string, boolean | undefined>>): Planner {
  const plan = planLocks(locks);
  return kind === 'book' ? plan : async (state, db) => followBooks(state, db, plan(state));
}

/** Resets to the metadata of files. */
export function resetPlanner(kind: Kind): Planner {
  return kind === 'book' ? planBookReset : planSeriesReset;
}

/** The kind of action in the journal. */
export function deriveActionKind(operation: Operation, count: number): ActionKind {
  if (operation.name === 'reset') return 'reset';
  return count === 1 && isSummarised(operation) ? 'edit' : 'bulk';
}

/** Whether a preview includes current values. */
export function isSummarised({ name }: Operation): boolean {
  return name === 'book-edits' || name === 'series-edits';
}

/** The planner of an operation. */
export function toPlanner(kind: Kind, operation: Operation): Planner {
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
