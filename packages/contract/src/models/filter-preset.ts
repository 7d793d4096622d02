import { z } from 'zod';
import { MAX_SEARCH_TEXT } from '../filters.ts';
import { FreeForm, Id, Timestamp } from './scalars.ts';

/** Where a preset is used. */
export const PresetScope = z.enum(['list', 'search']);
export const PresetTarget = z.enum(['series', 'books']);

/** A stored filter of a user. */
export const FilterPreset = z.object({
  id: Id,
  name: z.string(),
  scope: PresetScope,
  target: PresetTarget,
  /** As sent. */
  condition: FreeForm,
  query: z.string().nullable(),
  sort: z.string().nullable(),
  libraryId: Id.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type FilterPreset = z.infer<typeof FilterPreset>;

const fields = {
  name: z.string().trim().min(1).max(100),
  condition: FreeForm,
  query: z.string().max(MAX_SEARCH_TEXT).nullable().optional(),
  sort: z.string().max(100).nullable().optional(),
  libraryId: Id.nullable().optional(),
};

/** A new preset; scope and target cannot be changed later. */
export const FilterPresetNew = z.object({ scope: PresetScope, target: PresetTarget, ...fields });

/** Absent fields stay. */
export const FilterPresetUpdate = z.object(fields).partial();
