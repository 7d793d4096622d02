import { timingSafeEqual } from 'node:crypto';
import type { LoginResponse, SetupStatus } from '@lectern/contract';
import type { z } from 'zod';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import { hasUsers, writeUser } from '#db/repos/people/users.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { Mailer } from '#mail/mailer.ts';
import { mark, say } from '#words/say.ts';
import { allowsGuests } from './guests.ts';
import type { Access } from './access.ts';
import { clientAddress } from './client-address.ts';
import { requireGoodPassword } from './password-rules.ts';
import { type SignInClient, type UsersContext, writeNewSession } from './sign-in.ts';
import { newUserRow } from './user-row.ts';
import { invalidField } from '#core/invalid-field.ts';

/** 32 letters and digits that are hard to confuse. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** How a request for the first account reached the server. */
interface SetupDoor {
  readonly ip: string;
  /** Whether it came from the machine of the server, where no code is needed. */
  readonly isFromHere: boolean;
  /** Whether its host name is known to be this server's. */
  readonly isKnownHost: boolean;
}

/**
 * The code that the console shows until there is a user, `ABCD-EFGH`. It is derived from the signing secret, so that all
 * processes have the same one without storing it.
 */
function deriveSetupCode({ digestOf }: Pick<Access, 'digestOf'>): string {
  const bytes = Buffer.from(digestOf('setup', ''), 'base64url').subarray(0, LENGTH);
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** The setup code; undefined once there is a user. */
export async function findSetupCode({
  db,
  access,
}: {
  readonly db: Database;
  readonly access: Pick<Access, 'digestOf'>;
}): Promise<string | undefined> {
  return (await hasUsers(db.read)) ? undefined : deriveSetupCode(access);
}

function isSame(given: string, code: string): boolean {
  const plain = (text: string): Buffer => Buffer.from(text.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const [one, other] = [plain(given), plain(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function refuse(message: string): AppError {
  return invalidField('setupCode', message);
}

/**
 * Requires access to the machine of the server, or the code on its console.
 * @throws {AppError} `Forbidden` for an unknown host name, `BadRequest` without the right code, `rate_limit_exceeded`
 */
function requireSetupCode(
  { access }: { readonly access: Pick<Access, 'digestOf' | 'throttle'> },
  { ip, isFromHere, isKnownHost }: SetupDoor,
  setupCode: string | undefined,
): void {
  if (!isKnownHost) {
    throw new AppError(
      'Forbidden',
      say(
        'The server does not know the name in this address. Use its IP address, or allow the name with server.allowed_hosts',
      ),
    );
  }
  if (isFromHere) return;
  const budgets = [{ kind: 'setup', key: clientAddress(ip) }] as const;
  access.throttle.check(budgets);
  if (setupCode === undefined) throw refuse(say('is needed. The console and the log of the server show it'));
  if (isSame(setupCode, deriveSetupCode(access))) return;
  access.throttle.failed(budgets);
  throw refuse(say('is wrong. The console and the log of the server show it'));
}

/** Whether the first user is missing, and what a visitor without an account may do. */
export async function getSetupStatus(
  ctx: {
    readonly db: Database;
    readonly settings: Settings;
    readonly access: Pick<Access, 'requiresVerification'>;
    readonly mailer: Pick<Mailer, 'problem'>;
  },
  { isFromHere }: Pick<SetupDoor, 'isFromHere'>,
): Promise<z.infer<typeof SetupStatus>> {
  const found = await hasUsers(ctx.db.read);
  return {
    setupRequired: !found,
    hasUsers: found,
    setupCodeRequired: !found && !isFromHere,
    registrationEnabled: ctx.settings.get('auth.registration_enabled'),
    verificationRequired: ctx.access.requiresVerification(),
    mailEnabled: ctx.mailer.problem === undefined,
    guestsAllowed: found && (await allowsGuests(ctx)),
  };
}

const DONE = mark('The server is already set up');

interface FirstAccount {
  readonly username: string;
  readonly password: string;
  readonly email?: string | null | undefined;
  readonly setupCode?: string | undefined;
}

interface SetupAsk {
  readonly client: SignInClient;
  readonly door: SetupDoor;
}

/**
 * Creates the first user, an admin, and signs in. Of several requests at the same time, one succeeds.
 * @throws {AppError} `Conflict` once a user exists, `BadRequest` for a weak password, and the errors of `requireSetupCode`
 */
export async function initializeSetup(
  ctx: UsersContext & AuditContext,
  account: FirstAccount,
  { client, door }: SetupAsk,
): Promise<LoginResponse> {
  if (await hasUsers(ctx.db.read)) throw new AppError('Conflict', say(DONE));
  requireSetupCode(ctx, door, account.setupCode);
  const { username, password, email } = account;
  requireGoodPassword(ctx, { username, password, email: email ?? null });
  const user = await newUserRow({ username, password, email: email ?? null, role: 'admin' });
  return await ctx.db.transaction(async (tx) => {
    await lockFor(ctx.db.kind, tx.write, 'setup');
    if (await hasUsers(tx.read)) throw new AppError('Conflict', say(DONE));
    await writeUser(tx, user);
    const actor = { userId: user.id, username: user.username };
    const details = { role: user.role, isFirst: true };
    await writeAudit(tx, ctx, { action: 'account_added', actor, account: user, details });
    return await writeNewSession(tx, ctx.access, user, client);
  });
}
