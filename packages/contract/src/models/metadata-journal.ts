import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

/**
 * What one deed changed of one field of one book or series, or of a genre, tag or sharing tag: its `name`, null while there is
 * none, or what it was `merged` into; of a sharing tag also its `description`, and with `grant` who is given which `accessMode` of
 * it, null for none, told to administrators only. Of a field `cover`: which one was chosen, and whether that is locked.
 */
export const MetadataChange = z.object({
  id: Id,
  targetType: z.enum(['book', 'series', 'genre', 'tag', 'sharingTag']),
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
  /** The task that does it, when there is much; what it kept is in its result. */
  taskId: Id.nullable(),
  undone: Count,
  kept: z.array(MetadataChange),
  keptCount: Count,
  message: z.string(),
});

/** What many books or series say in one field. */
export const FieldSummary = z.object({
  /** What all of them say; null when they differ, too. */
  value: z.json(),
  isMixed: z.boolean(),
  /** How many of them have it protected. */
  lockedCount: Count,
  /** Of genres and tags: how many have each, the most frequent first. */
  names: z.array(z.object({ name: z.string(), count: Count })),
});
export type FieldSummary = z.infer<typeof FieldSummary>;

/** What an edit of many did, or would do. */
export const ManyEdited = z.object({
  /** Those that the edit changes; the others say so already. */
  updatedCount: Count,
  matchedCount: Count,
  /** How many of them have a value that somebody protected and that this edit is about. */
  lockedCount: Count.optional(),
  message: z.string(),
  dryRun: z.boolean(),
  actionId: Id.nullable(),
  /** The task that does it, when there are many. */
  taskId: Id.nullable(),
  /** What all of them say now, by field; told by a dry run of edits. */
  fields: z.record(z.string(), FieldSummary).optional(),
  /** The first changes of a dry run. */
  changes: z.array(MetadataChange.omit({ undone: true, id: true })),
});
export type ManyEdited = z.infer<typeof ManyEdited>;
