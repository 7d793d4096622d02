import type { SharingTag, SharingTagCreate, SharingTagUpdate } from '@lectern/contract';
import type { AuditContext } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { listGroupsGranting } from '#db/repos/people/access-groups.repo.ts';
import { countGrants, listDependants } from '#db/repos/people/sharing-grants.repo.ts';
import {
  countBearers,
  findSharingTag,
  findSharingTagsNamed,
  listSharingTagRows,
  listSeriesSharingTags,
  type SharingTagRow,
} from '#db/repos/people/sharing-tags.repo.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import type { EventBus } from '#events/bus.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import {
  changeJournaled,
  createJournaled,
  lockGrants,
  newTagAction,
  removeJournaled,
  type TagAction,
} from './tag-audit.ts';
import { invalidField } from '#core/invalid-field.ts';

interface SharingContext extends AuditContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly access: Access;
}

type Db = Pick<SharingContext, 'db'>;

/** Accounts that a message names. */
const MAX_NAMED = 5;

/** A viewer who sees everything: admins of tags see all counts, whatever their own limits. */
const EVERYONE = { userId: '' };

/** The error for an unknown sharing tag. */
export function noSuchTag(id: string): AppError {
  return new AppError('NotFound', `Sharing tag ${id} not found`);
}

function refuseName(message: string): AppError {
  return invalidField('name', message);
}

function checkName(name: string): void {
  if (nameKey(name) === '') throw refuseName(say('must have a visible character'));
}

function nameTaken(name: string): AppError {
  return refuseName(say('is the name of another sharing tag: "{name}"', { name }));
}

async function toSharingTags(db: ReadDb, rows: readonly SharingTagRow[]): Promise<SharingTag[]> {
  const ids = rows.map(({ id }) => id);
  const [series, users] = await Promise.all([countBearers(db, EVERYONE, ids), countGrants(db, ids)]);
  return rows.map(({ id, name, description, createdAt, updatedAt }) => ({
    id,
    name,
    description,
    seriesCount: series.get(id) ?? 0,
    userCount: users.get(id) ?? 0,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }));
}

/** A page of sharing tags, by name. */
export async function listSharingTags(
  { db }: Db,
  { page, pageSize, search }: PageWanted & { readonly search?: string | undefined },
): Promise<Listed<SharingTag>> {
  const range = { ...toSlice({ page, pageSize }), search };
  const { rows, total } = await listSharingTagRows(db.read, range);
  return { rows: await toSharingTags(db.read, rows), total };
}

/**
 * One sharing tag.
 * @throws {AppError} `NotFound`
 */
export async function getSharingTag({ db }: Db, id: string): Promise<SharingTag> {
  const row = await findSharingTag(db.read, id);
  const [tag] = row === undefined ? [] : await toSharingTags(db.read, [row]);
  if (tag === undefined) throw noSuchTag(id);
  return tag;
}

function newTag({ name, description = null }: SharingTagCreate): SharingTagRow {
  const now = Date.now();
  return {
    id: newId(),
    name: name.trim(),
    nameKey: nameKey(name),
    description: description === '' ? null : description,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Adds a sharing tag, as a journal action that can be undone while no series has the tag.
 * @throws {AppError} `BadRequest` for a name that is taken, or has no visible character
 */
export async function createSharingTag(ctx: Db, viewer: Viewer, input: SharingTagCreate): Promise<SharingTag> {
  checkName(input.name);
  const tag = newTag(input);
  await ctx.db.transaction(async (tx) => {
    if (!(await createJournaled(tx, newTagAction(viewer), tag))) throw nameTaken(tag.name);
  });
  return await getSharingTag(ctx, tag.id);
}

/**
 * The sharing tags with these names. Unknown ones are created as part of an action.
 * @throws {AppError} `BadRequest` for a name without any visible character
 */
export async function ensureSharingTags(tx: Tx, action: TagAction, names: readonly string[]): Promise<SharingTagRow[]> {
  for (const name of names) {
    checkName(name);
    await createJournaled(tx, action, newTag({ name }));
  }
  return await findSharingTagsNamed(tx.read, names);
}

/**
 * Changes name or description of a sharing tag, as a journal action that can be undone.
 * @throws {AppError} `NotFound`, or `BadRequest` for a name that is taken
 */
export async function updateSharingTag(
  ctx: SharingContext,
  viewer: Viewer,
  id: string,
  input: SharingTagUpdate,
): Promise<SharingTag> {
  const { name, description } = input;
  if (name !== undefined) checkName(name);
  await ctx.db.transaction(async (tx) => {
    const tag = await findSharingTag(tx.read, id);
    if (tag === undefined) throw noSuchTag(id);
    const [other] = name === undefined ? [] : await findSharingTagsNamed(tx.read, [name]);
    if (other !== undefined && other.id !== id) throw nameTaken(other.name);
    const change = {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
    };
    await changeJournaled(tx, ctx, newTagAction(viewer), { tag, change });
  });
  return await getSharingTag(ctx, id);
}

/**
 * Deletes a sharing tag and its grants, and removes it from series, as a journal action that can be undone.
 * @throws {AppError} `NotFound`; `Conflict` while it is the only tag that a user is allowed, who would see everything then, and
 * while an access group has a grant of it
 */
export async function deleteSharingTag(ctx: SharingContext, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockGrants(tx);
    const tag = await findSharingTag(tx.read, id);
    if (tag === undefined) throw noSuchTag(id);
    const dependants = await listDependants(tx.read, id);
    if (dependants.length > 0) {
      throw new AppError(
        'Conflict',
        say(
          '{count, plural, one {{names} may only see the sharing tag "{tag}", and would see everything without it. Change that first} other {Some accounts may only see the sharing tag "{tag}", and would see everything without it. Change that first: {names}}}',
          { count: dependants.length, names: dependants.slice(0, MAX_NAMED).join(', '), tag: tag.name },
        ),
      );
    }
    const groups = await listGroupsGranting(tx.read, id);
    if (groups.length > 0) {
      const names = groups.slice(0, MAX_NAMED).join(', ');
      throw new AppError(
        'Conflict',
        say('Access groups use this sharing tag. Take it from them first: {names}', { names }),
      );
    }
    await removeJournaled(tx, ctx, newTagAction(viewer), { tag });
  });
}

/** Names of the sharing tags of series. Series without tags are missing. */
export async function listSharingNames(
  db: ReadDb,
  seriesIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const { seriesId, name } of await listSeriesSharingTags(db, seriesIds)) {
    names.set(seriesId, [...(names.get(seriesId) ?? []), name]);
  }
  return names;
}

/**
 * Requires an admin for changes of what others see.
 * @throws {AppError} `Forbidden`
 */
export function requireSharing({ permissions }: Pick<Viewer, 'permissions'>): void {
  if (permissions.has('SystemAdmin')) return;
  throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: 'SystemAdmin' }));
}
