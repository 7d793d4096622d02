import type { InvitationAcceptance, Registered } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { findInvitation, takeInvitation } from '#db/repos/people/invitations.repo.ts';
import { findUser, listUnknownLibraries, writeUserLibraries } from '#db/repos/people/users.repo.ts';
import type { InvitationTable, UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { clientAddress } from './client-address.ts';
import { copyGrants } from './grants.ts';
import { parseLibraryIds } from './invitations.ts';
import { hashToken } from './mail-link.ts';
import { makeViewer } from './make-viewer.ts';
import { type Joining, registerAs, type RegisterContext, type Registrant } from './register.ts';
import { chooseLibraries, requireGrantable } from './require-reach.ts';
import { getRoleColumns } from './roles.ts';
import { ageColumns } from './user-row.ts';

/** One error for unknown, used, expired and ended invitations, and for those whose maker lost the rights. */
class InvitationRefused extends AppError {
  constructor() {
    const message = say('This invitation is no longer valid. Ask for a new one');
    super('BadRequest', message, { details: [{ path: 'token', message }] });
  }
}

/** Counts tokens that are not valid, by the address of the client. @throws {AppError} `rate_limit_exceeded` after ten */
async function countGuesses<Result>(access: Access, ip: string, work: () => Promise<Result>): Promise<Result> {
  const budgets = [{ kind: 'invitation', key: clientAddress(ip) }] as const;
  access.throttle.check(budgets);
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvitationRefused) {
      access.throttle.failed(budgets);
      access.refused({ ip, reason: 'invitation', username: undefined });
    }
    throw error;
  }
}

/** The age limit of a maker goes along, as for accounts that the maker adds. */
function passAge({ permissions, sharing }: Viewer): ReturnType<typeof ageColumns> {
  return ageColumns(permissions.has('SystemAdmin') ? null : (sharing?.age ?? null));
}

/** What an invitation gives, within the present rights of its maker. @throws {AppError} `BadRequest`, `Forbidden` */
async function planAccount(db: ReadDb, row: InvitationTable) {
  const maker = await findUser(db, row.createdBy);
  if (maker?.isActive !== 1) throw new InvitationRefused();
  const viewer = await makeViewer(db, maker, null);
  if (!viewer.permissions.has('UsersWrite')) throw new InvitationRefused();
  const own = row.roleId === null ? undefined : await getRoleColumns(db, row.roleId);
  const columns = own ?? { role: row.role, roleId: null, rolePermissions: null };
  requireGrantable(viewer, { ...columns, permissions: '[]' });
  const stored = parseLibraryIds(row);
  if (stored === null && viewer.libraryIds !== undefined) throw new InvitationRefused();
  // Libraries may have been deleted, or taken from the maker, since.
  const unknown = stored === null ? [] : await listUnknownLibraries(db, viewer, stored);
  return {
    viewer,
    columns: { ...columns, ...passAge(viewer) },
    libraryIds: stored === null ? null : stored.filter((id) => !unknown.includes(id)),
  };
}

/** The same, with one refusal for every reason. */
async function planOrRefuse(db: ReadDb, row: InvitationTable | undefined) {
  if (row === undefined) throw new InvitationRefused();
  try {
    return await planAccount(db, row);
  } catch (error) {
    throw error instanceof AppError ? new InvitationRefused() : error;
  }
}

/** Uses an invitation for an account that is being made. */
function joinBy(tokenHash: string): Joining {
  return async (tx: Tx, user: UserTable) => {
    const row = await takeInvitation(tx, tokenHash, Date.now());
    const { viewer, columns, libraryIds } = await planOrRefuse(tx.read, row);
    return {
      user: { ...user, ...columns, allLibraries: libraryIds === null ? 1 : 0 },
      details: { invitationId: row?.id ?? null, invitedBy: viewer.username, libraryIds },
      finish: async () => {
        await writeUserLibraries(tx, user.id, (await chooseLibraries(tx, viewer, libraryIds, [])) ?? []);
        await copyGrants(tx, viewer, user.id);
      },
    };
  };
}

interface CheckContext {
  readonly db: Database;
  readonly access: Access;
}

/**
 * When an invitation ends.
 * @throws {AppError} `BadRequest` for one that cannot be used, `rate_limit_exceeded` after ten of them
 */
export async function checkInvitation(
  { db, access }: CheckContext,
  token: string,
  ip: string,
): Promise<{ readonly expiresAt: string }> {
  return await countGuesses(access, ip, async () => {
    const row = await findInvitation(db.read, hashToken(token), Date.now());
    await planOrRefuse(db.read, row);
    return { expiresAt: new Date(row?.expiresAt ?? 0).toISOString() };
  });
}

/**
 * Makes an account with the role and libraries of an invitation, also while registration is off.
 * @throws {AppError} the errors of `registerAs`, and `BadRequest` for an invitation that cannot be used
 */
export async function acceptInvitation(
  ctx: RegisterContext,
  { token, ...wanted }: InvitationAcceptance,
  registrant: Registrant,
): Promise<Registered> {
  const { ip } = registrant.client;
  const tokenHash = hashToken(token);
  return await countGuesses(ctx.access, ip, async () => {
    // A client without an invitation learns nothing about names, and costs no hashing of a password.
    await planOrRefuse(ctx.db.read, await findInvitation(ctx.db.read, tokenHash, Date.now()));
    return await registerAs(ctx, wanted, registrant, joinBy(tokenHash));
  });
}
