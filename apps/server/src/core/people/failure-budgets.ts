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

/** How long a browser is known after its last sign-in or renewal. */
export const DEVICE_MS = 180 * 86_400_000;

interface KnownDevice {
  readonly userId: string;
  readonly id: string;
}

const SHAPE = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/;

/** The text of a cookie that recognises a browser. It grants no access. */
export function makeDevice(access: Pick<Access, 'digestOf'>, userId: string, now = Date.now()): string {
  const text = `${userId}.${String(now)}.${randomBytes(16).toString('base64url')}`;
  return `${text}.${access.digestOf('device', text)}`;
}

/** The browser of a cookie; undefined for forged and expired texts. */
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

/** Whether a browser was signed in to an account before. @param text of its cookie */
export function isKnownBrowser(access: Pick<Access, 'digestOf'>, userId: string, text: string | undefined): boolean {
  return readDevice(access, text)?.userId === userId;
}

/** An id without an account, so that unknown names cost the same query. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

/** The client of a password. */
export interface PasswordClient {
  readonly ip: string;
  /** The cookie of a known browser. */
  readonly device?: string | undefined;
}

/** The budgets that a wrong password spends. */
interface SignInBudgets {
  readonly all: readonly Budget[];
  /** Those that a right password restores. Restoring the others would help a thief with one good password. */
  readonly own: readonly Budget[];
}

interface BudgetContext {
  readonly db: Database;
  readonly access: Access;
}

function toPlaceKey(userId: string, ip: string): string {
  return `${userId} ${clientAddress(ip)}`;
}

/** Remembers the address of a right password, for apps without a session. */
export function rememberPlace({ places }: Pick<Access, 'places'>, userId: string, ip: string): void {
  places.set(toPlaceKey(userId, ip), true, places.version());
}

async function isKnownPlace({ db, access }: BudgetContext, userId: string, ip: string): Promise<boolean> {
  const addresses = await listSignInAddresses(db.read, userId, Date.now() - KNOWN_PLACE_MS);
  const isRemembered = access.places.get(toPlaceKey(userId, ip)) === true;
  return isRemembered || addresses.some((one) => clientAddress(one) === clientAddress(ip));
}

/** The budget of guesses at one name from one address. */
function makePairBudget(subject: Budget, ip: string): Budget {
  return { kind: 'pair', key: `${clientAddress(ip)} ${subject.kind} ${subject.key}` };
}

/** The budgets of a sign-in. The name and the e-mail address of an account share them. */
export async function listBudgets(
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
  const pair = makePairBudget(subject, ip);
  const site = clientSite(ip);
  const address: Budget[] = [{ kind: 'address', key: clientAddress(ip) }];
  if (site !== undefined) address.push({ kind: 'network', key: site });
  const isKnown = access.throttle.isSpent(subject) && (await isKnownPlace(ctx, user?.id ?? NO_USER, ip));
  return { all: [pair, ...address, ...(isKnown ? [] : [subject])], own: [pair] };
}

/** The budgets that a new password restores: guesses at the old one no longer count. */
export function listRestoredBudgets(userId: string, ip: string): readonly Budget[] {
  const account: Budget = { kind: 'account', key: userId };
  return [account, makePairBudget(account, ip)];
}

/**
 * The budget of guesses at the viewer's own password: one for each session. All keys and their sessions share one, because
 * the owner of a key can create more.
 */
export function ownBudget({ userId, sessionId, apiKey }: Viewer): Budget {
  const isSession = sessionId !== null && apiKey === undefined;
  return { kind: 'own', key: isSession ? `session ${sessionId}` : `user ${userId}` };
}
