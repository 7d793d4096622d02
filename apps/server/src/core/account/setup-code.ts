import { timingSafeEqual } from 'node:crypto';
import type { Database } from '#db/open.ts';
import { hasUsers } from '#db/repos/users/users.repo.ts';
import { clientAddress } from '#core/limits/client-address.ts';
import type { Access } from '#core/sign-in/access.ts';
import { AppError } from '../errors.ts';

/** 32 letters and digits that nobody takes for another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** How a request for the first account reached the server. */
export interface SetupDoor {
  readonly ip: string;
  /** Whether it was sent on the machine of the server: then no code is asked for. */
  readonly isFromHere: boolean;
  /** Whether the host that it names is known to be this server. */
  readonly isKnownHost: boolean;
}

/**
 * The code that the console of the server shows until there is a user, `ABCD-EFGH`. It follows from the signing secret, so
 * that several processes have the same one, and nothing has to be stored.
 */
function setupCodeOf({ digestOf }: Pick<Access, 'digestOf'>): string {
  const bytes = Buffer.from(digestOf('setup', ''), 'base64url').subarray(0, LENGTH);
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** The code while there is no user; undefined afterwards. */
export async function findSetupCode({
  db,
  access,
}: {
  readonly db: Database;
  readonly access: Pick<Access, 'digestOf'>;
}): Promise<string | undefined> {
  return (await hasUsers(db.read)) ? undefined : setupCodeOf(access);
}

function isSame(given: string, code: string): boolean {
  const plain = (text: string): Buffer => Buffer.from(text.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const [one, other] = [plain(given), plain(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function refuse(message: string): AppError {
  return new AppError('BadRequest', `The setup code ${message}`, { details: [{ path: 'setupCode', message }] });
}

/**
 * Lets only those make the first account who have the machine of the server, or what its console shows.
 * @throws {AppError} `Forbidden` by a name that may be a stranger's, `BadRequest` without the right code, `rate_limit_exceeded`
 */
export function requireSetupCode(
  { access }: { readonly access: Pick<Access, 'digestOf' | 'throttle'> },
  { ip, isFromHere, isKnownHost }: SetupDoor,
  setupCode: string | undefined,
): void {
  if (!isKnownHost) {
    throw new AppError(
      'Forbidden',
      'The server does not know the name that you opened it by: use its number, or allow the name (server.allowed_hosts)',
    );
  }
  if (isFromHere) return;
  const budgets = [{ kind: 'setup', key: clientAddress(ip) }] as const;
  access.throttle.check(budgets);
  if (setupCode === undefined) throw refuse('is needed: the console and the log of the server show it');
  if (isSame(setupCode, setupCodeOf(access))) return;
  access.throttle.failed(budgets);
  throw refuse('is not the one that the console and the log of the server show');
}
