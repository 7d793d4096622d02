import type { BookEdits } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import { editOne } from './edit-one.ts';
import { editOwnersIn, type MetadataContext, type Planner } from './edit-owners.ts';
import { type Operation, plannerOf } from './operations.ts';

type WholeEdit = Extract<Operation, { readonly name: 'book-edits' | 'series-edits' }>;

/** Changes fields and locks of one book or series as one action. Throws `NotFound`. */
export async function editEverything(
  ctx: MetadataContext,
  viewer: Viewer,
  id: string,
  operation: WholeEdit,
): Promise<void> {
  const kind = operation.name === 'book-edits' ? 'book' : 'series';
  await editOne(ctx, viewer, { kind, id, plan: plannerOf(kind, operation) });
}

/** Changes each book by its own edit, all as one action. Deleted and hidden books are skipped. */
export async function editEach(
  ctx: MetadataContext,
  viewer: Viewer,
  edits: ReadonlyMap<string, BookEdits>,
): Promise<void> {
  const planners = new Map([...edits].map(([id, body]) => [id, plannerOf('book', { name: 'book-edits', body })]));
  const plan: Planner = async (state, db) => {
    const own = planners.get(state.id);
    if (own === undefined) throw new Error(`Nothing was said of book ${state.id}`);
    return await own(state, db);
  };
  await ctx.db.transaction(async (tx) => {
    const deed = { actionId: newId(), kind: 'bulk', viewer } as const;
    await editOwnersIn(tx, ctx, viewer, { wanted: { kind: 'book', ids: [...edits.keys()], plan }, deed });
  });
}
