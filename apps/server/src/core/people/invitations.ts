import { randomBytes } from 'node:crypto';
import type { CreatedInvitation, Invitation, InvitationCreate } from '@lectern/contract';
import { z } from 'zod';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  countInvitations,
  deleteInvitationRow,
  listInvitationRows,
  writeInvitation,
} from '#db/repos/people/invitations.repo.ts';
import { listRoleNames } from '#db/repos/people/roles.repo.ts';
import type { InvitationTable } from '#db/schema/index.ts';
import type { Mailer } from '#mail/mailer.ts';
import { say } from '#words/say.ts';
import { hashToken } from './mail-link.ts';
import { parseRole } from './permissions.ts';
import { chooseLibraries, requireGrantable } from './require-reach.ts';
import { getRoleColumns } from './roles.ts';
import { requirePerson } from './sessions.ts';

interface InvitationsContext extends AuditContext {
  readonly db: Database;
  readonly mailer: Pick<Mailer, 'publicUrl'>;
}

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
/** Open invitations that one user may have. */
const MAX_OPEN = 100;

const StoredIds = z.array(z.string());

/** The libraries of an invitation; null for all. */
export function parseLibraryIds({ libraryIds }: Pick<InvitationTable, 'libraryIds'>): readonly string[] | null {
  return libraryIds === null ? null : StoredIds.parse(JSON.parse(libraryIds));
}

type Shown = InvitationTable & { readonly username: string };

function toInvitation(viewer: Viewer, row: Shown, roleNames: ReadonlyMap<string, string>): Invitation {
  const libraryIds = parseLibraryIds(row);
  return {
    id: row.id,
    note: row.note,
    role: parseRole(row),
    customRole: row.roleId === null ? null : { id: row.roleId, name: roleNames.get(row.roleId) ?? '' },
    libraryIds: libraryIds === null ? null : libraryIds.filter((id) => viewer.libraryIds?.includes(id) ?? true),
    maxUses: row.maxUses,
    useCount: row.useCount,
    expiresAt: new Date(row.expiresAt).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
    createdBy: { id: row.createdBy, name: row.username },
  };
}

/** Whose invitations a viewer manages; undefined for those of all users. */
function findMaker({ userId, permissions }: Viewer): string | undefined {
  return permissions.has('SystemAdmin') ? undefined : userId;
}

/** Invitations that can be used, newest first. */
export async function listInvitations({ db }: Pick<InvitationsContext, 'db'>, viewer: Viewer): Promise<Invitation[]> {
  const rows = await listInvitationRows(db.read, findMaker(viewer), Date.now());
  const roleNames = await listRoleNames(db.read);
  return rows.map((row) => toInvitation(viewer, row, roleNames));
}

interface Planned {
  readonly role: string;
  readonly roleId: string | null;
  readonly libraryIds: readonly string[] | null;
}

/** What the new accounts get. It does not exceed the viewer. @throws {AppError} `Forbidden` or `BadRequest` */
async function planAccount(tx: Tx, viewer: Viewer, input: InvitationCreate): Promise<Planned> {
  const { role = 'reader', customRoleId = null } = input;
  const own = customRoleId === null ? undefined : await getRoleColumns(tx.read, customRoleId);
  const columns = own ?? { role, roleId: null, rolePermissions: null };
  requireGrantable(viewer, { ...columns, permissions: '[]' });
  const wanted = input.libraryIds === undefined ? (viewer.libraryIds ?? null) : input.libraryIds;
  const libraryIds = await chooseLibraries(tx, viewer, wanted, []);
  return { role: columns.role, roleId: columns.roleId, libraryIds };
}

/**
 * Makes an invitation. Only this answer has its link; the database stores a hash of the token.
 * @throws {AppError} `Forbidden` when the accounts would exceed the viewer, and for a key with permissions of its own, which must
 *   make nothing that outlasts it; `BadRequest`; `Conflict` for too many
 */
export async function createInvitation(
  ctx: InvitationsContext,
  viewer: Viewer,
  input: InvitationCreate,
): Promise<CreatedInvitation> {
  requirePerson(viewer);
  const { note = null, maxUses = 1, expiresInDays = 7 } = input;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return await ctx.db.transaction(async (tx) => {
    const now = Date.now();
    if ((await countInvitations(tx.read, viewer.userId, now)) >= MAX_OPEN) {
      throw new AppError('Conflict', say('There are too many open invitations. End one first'));
    }
    const { libraryIds, ...planned } = await planAccount(tx, viewer, input);
    const row = {
      ...{ id: newId(), tokenHash: hashToken(token), createdBy: viewer.userId, note: note === '' ? null : note },
      ...planned,
      libraryIds: libraryIds === null ? null : JSON.stringify(libraryIds),
      ...{ maxUses, useCount: 0, createdAt: now, expiresAt: now + expiresInDays * DAY_MS },
    };
    await writeInvitation(tx, row);
    const details = { ...planned, libraryIds, maxUses, expiresAt: new Date(row.expiresAt).toISOString() };
    const target = { kind: 'invitation', id: row.id, name: row.note ?? '' };
    await writeAudit(tx, ctx, { action: 'invitation_made', actor: viewer, target, details });
    const url = `${ctx.mailer.publicUrl.replace(/\/+$/, '')}/join#${token}`;
    const roleNames = await listRoleNames(tx.read);
    return { ...toInvitation(viewer, { ...row, username: viewer.username }, roleNames), url };
  });
}

/** Ends an invitation of the viewer; an admin ends any. @throws {AppError} `NotFound` */
export async function deleteInvitation(ctx: InvitationsContext, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await deleteInvitationRow(tx, id, findMaker(viewer)))) {
      throw new AppError('NotFound', `Invitation ${id} not found`);
    }
    const target = { kind: 'invitation', id, name: '' };
    await writeAudit(tx, ctx, { action: 'invitation_deleted', actor: viewer, target });
  });
}
