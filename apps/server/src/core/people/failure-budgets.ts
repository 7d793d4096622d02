import { randomBytes } from 'node:crypto';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { listSignInAddresses } from '#db/repos/people/session-lists.repo.ts';
import { userKey } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { type Access, KNOWN_PLACE_MS } from './access.ts';
import { clientAddress, clientSite } from './client-address.ts';
import { isSameHash } from './key-text.ts';
import type { Budget } from './login-throttle.ts';

/** How long a browser is known after the last sign-in in it, or the last renewal of one. */
export const DEVICE_MS = 180 * 86_400_000;

/** A browser that a user was signed in to. */
interface KnownDevice {
  readonly userId: string;
  readonly id: string;
}

const SHAPE = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/;

/** A cookie by which a browser is recognised; it grants no access. */
export function makeDevice(access: Pick<Access, 'digestOf'>, userId: string, now = Date.now()): string {
  const text = `${userId}.${String(now)}.${randomBytes(16).toString('base64url')}`;
  return `${text}.${access.digestOf('device', text)}`;
}

/** The browser that such a text was given to; undefined for anything else. */
function readDevice(
  access: Pick<Access, 'digestOf'>,
  text: string | undefined,
  now = Date.now(),
): KnownDevice | undefined {
  const [, userId, madeAt, id, digest] = SHAPE.exec(text ?? '') ?? [];
  if (userId === undefined || madeAt === undefined || id === undefined || digest === undefined) return undefined;
  if (Number(madeAt) < now - DEVICE_MS) return undefined;
  return isSameHash(digest, access.digestOf('device', `${userId}.${madeAt}.${id}`)) ? { userId, id } : undefined;
}

/** An id without an account, so that unknown names cost the same query. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Where a password comes from. */
export interface PasswordClient {
  readonly ip: string;
  /** What a browser shows that was signed in to before, as it was given. */
  readonly device?: string | undefined;
}

/** What a wrong password counts against. */
interface SignInBudgets {
  readonly all: readonly Budget[];
  /** Those that a right one makes whole again. The others would let a thief go on who has one good password. */
  readonly own: readonly Budget[];
}

interface BudgetContext {
  readonly db: Database;
  readonly access: Access;
}

function placeOf(userId: string, ip: string): string {
  return `${userId} ${clientAddress(ip)}`;
}

/** Notes where a password was right, for apps that have no session. */
export function rememberPlace({ places }: Pick<Access, 'places'>, userId: string, ip: string): void {
  places.set(placeOf(userId, ip), true, places.version());
}

async function isKnownPlace({ db, access }: BudgetContext, userId: string, ip: string): Promise<boolean> {
  const addresses = await listSignInAddresses(db.read, userId, Date.now() - KNOWN_PLACE_MS);
  const isRemembered = access.places.get(placeOf(userId, ip)) === true;
  return isRemembered || addresses.some((one) => clientAddress(one) === clientAddress(ip));
}

/** What guesses at one name from one address count against, unless the account knows more of where they come from. */
function pairOf(subject: Budget, ip: string): Budget {
  return { kind: 'pair', key: `${clientAddress(ip)} ${subject.kind} ${subject.key}` };
}

/** What a password counts against that a user types to sign in. The name and the e-mail address of an account are one. */
export async function budgetsOf(
  ctx: BudgetContext,
  { login, user }: { readonly login: string; readonly user: UserTable | undefined },
  { ip, device: shown }: PasswordClient,
): Promise<SignInBudgets> {
  const { access } = ctx;
  const device = readDevice(access, shown);
  if (user !== undefined && device?.userId === user.id) {
    const own: Budget[] = [{ kind: 'device', key: device.id }];
    return { all: own, own };
  }
  const subject: Budget =
    user === undefined ? { kind: 'name', key: userKey(login.trim()) } : { kind: 'account', key: user.id };
  const pair = pairOf(subject, ip);
  const site = clientSite(ip);
  const address: Budget[] = [{ kind: 'address', key: clientAddress(ip) }];
  if (site !== undefined) address.push({ kind: 'network', key: site });
  const isKnown = access.throttle.isSpent(subject) && (await isKnownPlace(ctx, user?.id ?? NOBODY, ip));
  return { all: [pair, ...address, ...(isKnown ? [] : [subject])], own: [pair] };
}

/** What a new password makes whole again: guesses at the old one say nothing any more. */
export function budgetsOfNewPassword(userId: string, ip: string): readonly Budget[] {
  const account: Budget = { kind: 'account', key: userId };
  return [account, pairOf(account, ip)];
}

/**
 * What guesses at one's own password count against: the session in which they are made. Keys and what they open have one
 * budget together, because the owner of a key can create more.
 */
export function ownBudget({ userId, sessionId, apiKey }: Viewer): Budget {
  const isSession = sessionId !== null && apiKey === undefined;
  return { kind: 'own', key: isSession ? `session ${sessionId}` : `user ${userId}` };
}
