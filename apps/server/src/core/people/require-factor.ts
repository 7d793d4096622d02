import { type Role, ROLE_PERMISSIONS } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findSession } from '#db/repos/people/sessions.repo.ts';
import type { SessionTable, UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { effectivePermissions, type Grants, parseRole } from './permissions.ts';

/** Tools of second factors. */
export interface FactorContext {
  readonly db: Database;
  readonly access: Access;
}

/**
 * What a user showed besides the first factor. `browser` stands for a browser that was remembered with a factor, `provider` for a
 * sign-in provider that says it asked for several.
 */
export type FactorKind = 'app' | 'recovery' | 'passkey' | 'browser' | 'provider';

/**
 * Whether the rules of the server ask this account for a second factor. All rights count like the role `admin`. A reader with rights
 * beyond those of readers, by a role made by admins or by custom permissions, counts like the role `maintainer` too.
 */
export function isFactorRequired({ factorRoles }: Pick<Access, 'factorRoles'>, user: Grants): boolean {
  const roles: readonly Role[] = factorRoles();
  if (roles.length === 0) return false;
  const role = parseRole(user);
  const permissions = effectivePermissions(user);
  const isWide = role === 'reader' && [...permissions].some((one) => !ROLE_PERMISSIONS.reader.includes(one));
  return (
    roles.includes(role) ||
    (isWide && roles.includes('maintainer')) ||
    (permissions.has('SystemAdmin') && roles.includes('admin'))
  );
}

type FactorUser = Grants & Pick<UserTable, 'secondFactor'>;

/** Whether a password alone signs this account in nowhere. */
export function needsFactor(access: Pick<Access, 'factorRoles'>, user: FactorUser): boolean {
  return user.secondFactor === 1 || isFactorRequired(access, user);
}

/**
 * Whether a session was opened by a password alone that is not enough now, also by a request that was faster than the first
 * factor. A session of an API key has the limits of its key, and needs none.
 */
export function lacksFactor(
  access: Pick<Access, 'factorRoles'>,
  session: Pick<SessionTable, 'factor' | 'apiKeyId'>,
  user: FactorUser,
): boolean {
  return session.factor === null && session.apiKeyId === null && needsFactor(access, user);
}

/**
 * Refuses a password that comes without a second factor, as in HTTP Basic.
 * @throws {AppError} `Unauthorized`
 */
export function refuseBarePassword(access: Access, user: UserTable, ip: string): void {
  if (!needsFactor(access, user)) return;
  access.refused({ ip, reason: 'second factor missing', username: user.username, userId: user.id });
  throw new AppError(
    'Unauthorized',
    say('This account has a second factor, so its password does not work in apps. Use an API key as the password'),
  );
}

/** How long a shown factor counts. */
const CONFIRMED_MS = 5 * 60_000;

/** Factors that were not shown here just now. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set<FactorKind>(['browser', 'provider']);

/** Until when a session may change factors, epoch milliseconds; null when a factor must be shown first. */
export function confirmedUntil({ factor, factorAt }: Pick<SessionTable, 'factor' | 'factorAt'>, now = Date.now()) {
  if (factor === null || SHOWN_ELSEWHERE.has(factor)) return null;
  if (factorAt === null || factorAt <= now - CONFIRMED_MS) return null;
  return factorAt + CONFIRMED_MS;
}

/** A session of a person at a browser. */
export interface OwnSession {
  readonly sessionId: string;
  readonly session: SessionTable;
}

/**
 * The session of this request. Keys and passwords of apps may not touch second factors.
 * @throws {AppError} `Forbidden`
 */
export async function requireOwnSession({ db }: Pick<FactorContext, 'db'>, viewer: Viewer): Promise<OwnSession> {
  const { sessionId, apiKey } = viewer;
  const session = sessionId === null || apiKey !== undefined ? undefined : await findSession(db.read, sessionId);
  if (sessionId === null || session === undefined) {
    throw new AppError('Forbidden', say('Only a browser or app that you signed in to with your password can do this'));
  }
  return { sessionId, session };
}

/**
 * Requires that this session showed a factor in the last five minutes.
 * @throws {AppError} `Forbidden`, with the field `secondFactor`
 */
export function requireConfirmed(session: Pick<SessionTable, 'factor' | 'factorAt'>): void {
  if (confirmedUntil(session) !== null) return;
  const message = say('Confirm with your second factor first');
  throw new AppError('Forbidden', message, { details: [{ path: 'secondFactor', message }] });
}
