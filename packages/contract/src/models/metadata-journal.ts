import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

/**
 * One changed field of a book, series, genre, tag or sharing tag. A term has its `name` (null while it does not exist)
 * or what it was `merged` into; a sharing tag also `description`, and `grant` with the `accessMode` of a user (null for
 * none), for administrators only. Field `cover` is the choice and its lock.
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

/** A user's action that changed metadata. */
export const MetadataAction = z.object({
  id: Id,
  kind: z.enum(['edit', 'bulk', 'reset', 'undo']),
  userId: Id.nullable(),
  username: z.string(),
  createdAt: Timestamp,
  /** Changes visible to the caller. */
  changeCount: Count,
  undoneCount: Count,
  undoes: Id.nullable(),
  /** The first changes; all of them in the response for one action. */
  changes: z.array(MetadataChange),
});
export type MetadataAction = z.infer<typeof MetadataAction>;

/** Result of an undo: fields changed since then stay. */
export const UndoResult = z.object({
  /** The undo as an action, which can be undone; null without changes. */
  actionId: Id.nullable(),
  /** The task of a large undo, whose result lists kept fields. */
  taskId: Id.nullable(),
  undone: Count,
  kept: z.array(MetadataChange),
  keptCount: Count,
  message: z.string(),
});

/** One field of many books or series. */
export const FieldSummary = z.object({
  /** The common value; null also when they differ. */
  value: z.json(),
  isMixed: z.boolean(),
  /** How many have it locked. */
  lockedCount: Count,
  /** Counts of genres and tags, most frequent first. */
  names: z.array(z.object({ name: z.string(), count: Count })),
});
export type FieldSummary = z.infer<typeof FieldSummary>;

/** Result of an edit of many, or its dry run. */
export const ManyEdited = z.object({
  /** Changed items; the others already have the values. */
  updatedCount: Count,
  matchedCount: Count,
  /** Items with a locked value in this edit. */
  lockedCount: Count.optional(),
  message: z.string(),
  dryRun: z.boolean(),
  actionId: Id.nullable(),
  /** The task of a large edit. */
  taskId: Id.nullable(),
  /** Current values by field, in a dry run of edits. */
  fields: z.record(z.string(), FieldSummary).optional(),
  /** The first changes of a dry run. */
  changes: z.array(MetadataChange.omit({ undone: true, id: true })),
});
export type ManyEdited = z.infer<typeof ManyEdited>;
