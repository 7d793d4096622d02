import { PERMISSIONS } from '@lectern/contract';
import { z } from 'zod';
import type { LoggedEvent } from '#db/repos/system/event-log.repo.ts';
import type { Audience } from './frames.ts';

/** A stored `StreamName`; rows of other streams are for processes. */
export const Stream = z.enum(['entity', 'task', 'scan']);
const marks = { tagIds: z.array(z.string()), age: z.number().nullable() };
const Marks = z.strictObject(marks);
/** Strict: a limit that this release does not know must not be ignored. */
const StoredAudience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everyone') }),
  z.strictObject({
    kind: z.literal('libraries'),
    libraryIds: z.array(z.string()),
    alsoIn: z.string().optional(),
    notIn: z.string().optional(),
    userId: z.string().optional(),
    seriesId: z.string().optional(),
    bookId: z.string().optional(),
    shownBy: z.array(Marks).optional(),
    hiddenBy: Marks.optional(),
    members: z.array(z.strictObject({ libraryId: z.string(), ...marks })).optional(),
  }),
  z.strictObject({ kind: z.literal('user'), userId: z.string() }),
  z.strictObject({
    kind: z.literal('permission'),
    permission: z.enum(PERMISSIONS),
    userId: z.string().optional(),
  }),
]);
/** A stored `ProcessMessage`. */
export const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user_changed'), userId: z.string() }),
  z.object({ type: z.literal('settings_changed') }),
  z.object({ type: z.literal('sign_in'), marks: z.array(z.string()), failed: z.boolean() }),
]);

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

/** The audience of a row; one that this release does not know reaches no client. */
export function parseAudience({ audience }: LoggedEvent): Audience {
  const known = StoredAudience.safeParse(parseJson(audience));
  return known.success ? known.data : { kind: 'nobody' };
}
