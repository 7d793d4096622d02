import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

/** What one deed changed of one field of one book or series. */
export const MetadataChange = z.object({
  id: Id,
  targetType: z.enum(['book', 'series']),
  targetId: Id,
  title: z.string(),
  field: z.string(),
  before: z.json(),
  after: z.json(),
  undone: z.boolean(),
});
export type MetadataChange = z.infer<typeof MetadataChange>;

/** One deed of a person that changed metadata. */
export const MetadataAction = z.object({
  id: Id,
  kind: z.enum(['edit', 'bulk', 'reset', 'undo']),
  userId: Id.nullable(),
  username: z.string(),
  createdAt: Timestamp,
  /** Of those that the asker may see. */
  changeCount: Count,
  undoneCount: Count,
  undoes: Id.nullable(),
  /** The first ones; all of them in the answer about one action. */
  changes: z.array(MetadataChange),
});
export type MetadataAction = z.infer<typeof MetadataAction>;

/** What came of an undo: changes whose field is another one by now are left as they are. */
export const UndoResult = z.object({
  /** The action that can be undone in its turn; null when nothing was changed. */
  actionId: Id.nullable(),
  undone: Count,
  kept: z.array(MetadataChange),
  keptCount: Count,
  message: z.string(),
});

/** What an edit of many did, or would do. */
export const ManyEdited = z.object({
  /** Those that the edit changes; the others say so already. */
  updatedCount: Count,
  matchedCount: Count,
  message: z.string(),
  dryRun: z.boolean(),
  actionId: Id.nullable(),
  /** The task that does it, when there are many. */
  taskId: Id.nullable(),
  /** The first changes of a dry run. */
  changes: z.array(MetadataChange.omit({ undone: true, id: true })),
});
export type ManyEdited = z.infer<typeof ManyEdited>;
