import type { FactorMethod, FactorProof, PasskeyProof } from '@lectern/contract';
import { z } from 'zod';
import type { AppError } from '#core/errors.ts';
import type { ReadDb, Tx } from '#db/open.ts';
import {
  countRecoveryCodes,
  findAuthenticatorApp,
  listRecoveryHashes,
  takeRecoveryCode,
  writeAppFailure,
  writeAppUse,
} from '#db/repos/people/factors.repo.ts';
import { findPasskey, listPasskeys, writePasskeyUse } from '#db/repos/people/passkeys.repo.ts';
import type { AuthenticatorAppTable, PasskeyTable, UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { findCodeStep, isAppCode } from './factors/authenticator-app.ts';
import { checkPasskey } from './factors/passkey-checks.ts';
import type { PasskeyPlace } from './factors/passkey-place.ts';
import { isRecoveryCode, plainCode } from './factors/recovery-codes.ts';
import type { Budget } from './login-throttle.ts';
import type { FactorContext, FactorKind } from './require-factor.ts';
import { invalidField } from '#core/invalid-field.ts';

/** A right code or signature. `write` uses it up, and says false when another request was faster. */
export interface ShownFactor {
  readonly kind: FactorKind;
  readonly write: (tx: Tx) => Promise<boolean>;
}

/** Who shows a factor, and from where. */
export interface FactorClient {
  readonly ip: string;
  /** Undefined where browsers have no passkeys. */
  readonly place: PasskeyPlace | undefined;
}

type Owner = Pick<UserTable, 'id' | 'username'>;

/** Wrong codes in a row that an app may have (NIST SP 800-63B-4, section 3.2.2). A new password pardons them. */
const MAX_FAILURES = 100;

const Sealed = z.object({ app: z.string(), userId: z.guid() });

/** Encrypts the secret of an app for its user. */
export function sealAppSecret({ sealer }: Pick<Access, 'sealer'>, userId: string, secret: string): string {
  return sealer.seal({ app: secret, userId });
}

function openAppSecret({ sealer }: Pick<Access, 'sealer'>, { sealed, userId }: AuthenticatorAppTable) {
  const opened = Sealed.safeParse(sealer.open(sealed));
  return opened.success && opened.data.userId === userId ? opened.data.app : undefined;
}

/** The stored form of a recovery code. */
export function hashRecoveryCode({ digestOf }: Pick<Access, 'digestOf'>, userId: string, code: string): string {
  return digestOf('recovery code', `${userId} ${plainCode(code)}`);
}

function codeBudgets(userId: string): readonly Budget[] {
  return [{ kind: 'code', key: userId }];
}

function wrongCode(): AppError {
  return invalidField('code', say('is wrong, expired or already used'));
}

/** Refuses a client with too many wrong codes. Call it directly before the check, which must not wait. */
export function checkCodeBudget({ access }: Pick<FactorContext, 'access'>, user: Owner, ip: string): void {
  const budgets = codeBudgets(user.id);
  if (budgets.some(access.throttle.isSpent)) {
    access.refused({ ip, reason: 'too many failures', username: user.username, userId: user.id });
  }
  access.throttle.check(budgets);
}

/** Counts and logs a wrong code. @returns its refusal */
export function noteWrongCode({ access }: Pick<FactorContext, 'access'>, user: Owner, ip: string): AppError {
  access.throttle.failed(codeBudgets(user.id));
  access.refused({ ip, reason: 'wrong code', username: user.username, userId: user.id });
  return wrongCode();
}

async function showAppCode(ctx: FactorContext, user: Owner, code: string, ip: string): Promise<ShownFactor> {
  const app = await findAuthenticatorApp(ctx.db.read, user.id);
  checkCodeBudget(ctx, user, ip);
  const secret = app === undefined ? undefined : openAppSecret(ctx.access, app);
  const isOpen = app !== undefined && app.failures < MAX_FAILURES;
  const now = Date.now();
  const step = secret === undefined || !isOpen ? undefined : findCodeStep(secret, code, now);
  if (app === undefined || step === undefined || step <= app.lastStep) {
    const refusal = noteWrongCode(ctx, user, ip);
    await ctx.db.transaction(async (tx) => writeAppFailure(tx, user.id));
    throw refusal;
  }
  ctx.access.throttle.restore(codeBudgets(user.id));
  return { kind: 'app', write: async (tx) => writeAppUse(tx, user.id, { step, at: now }) };
}

async function showRecoveryCode(ctx: FactorContext, user: Owner, code: string, ip: string): Promise<ShownFactor> {
  const hashes = await listRecoveryHashes(ctx.db.read, user.id);
  checkCodeBudget(ctx, user, ip);
  const hash = hashRecoveryCode(ctx.access, user.id, code);
  if (!hashes.includes(hash)) throw noteWrongCode(ctx, user, ip);
  ctx.access.throttle.restore(codeBudgets(user.id));
  return { kind: 'recovery', write: async (tx) => takeRecoveryCode(tx, user.id, hash) };
}

/** What a signature of a passkey must answer. */
interface PasskeyQuestion {
  readonly challenge: string;
  readonly verifiesUser: boolean;
}

/** Notes a refused passkey in the log. @throws {AppError} `BadRequest` for the field `passkey` */
export function refusePasskey({ access }: Pick<FactorContext, 'access'>, ip: string, user?: Owner): never {
  access.refused({ ip, reason: 'passkey', username: user?.username, userId: user?.id });
  throw invalidField('passkey', say('was not accepted. Try again, or use another way'));
}

/**
 * A checked signature and the passkey that made it, of any user.
 * @throws {AppError} `BadRequest`
 */
export async function showPasskey(
  ctx: FactorContext,
  proof: PasskeyProof,
  question: PasskeyQuestion,
  { ip, place }: FactorClient,
): Promise<ShownFactor & { readonly passkey: PasskeyTable }> {
  const passkey = await findPasskey(ctx.db.read, proof.id);
  if (passkey === undefined || place === undefined) return refusePasskey(ctx, ip);
  const use = await checkPasskey(proof, passkey, { ...question, place });
  if (use === undefined) return refusePasskey(ctx, ip);
  const lastUsedAt = Date.now();
  return { kind: 'passkey', passkey, write: async (tx) => writePasskeyUse(tx, passkey, { ...use, lastUsedAt }) };
}

interface AnsweredProof extends FactorProof {
  /** That the passkey signs; undefined where none was asked for. */
  readonly challenge: string | undefined;
}

/**
 * Checks the second factor of a user.
 * @throws {AppError} `BadRequest` for a wrong one, `rate_limit_exceeded` after too many
 */
export async function showFactor(
  ctx: FactorContext,
  user: Owner,
  { code, passkey: proof, challenge }: AnsweredProof,
  client: FactorClient,
): Promise<ShownFactor> {
  if (proof !== undefined && challenge !== undefined) {
    const shown = await showPasskey(ctx, proof, { challenge, verifiesUser: false }, client);
    return shown.passkey.userId === user.id ? shown : refusePasskey(ctx, client.ip, user);
  }
  if (code === undefined) throw invalidField('code', say('is needed'));
  if (isAppCode(code)) return await showAppCode(ctx, user, code, client.ip);
  if (isRecoveryCode(code)) return await showRecoveryCode(ctx, user, code, client.ip);
  throw invalidField('code', say('must be the six digits of your app, or a recovery code'));
}

/** Refuses what another request used up first. */
export async function requireUsed(tx: Tx, shown: ShownFactor): Promise<void> {
  if (!(await shown.write(tx))) throw wrongCode();
}

/** The ways in which a user with a second factor can show it at a place; at least one. */
export async function listFactorMethods(
  db: ReadDb,
  userId: string,
  place: PasskeyPlace | undefined,
): Promise<FactorMethod[]> {
  const [app, passkeys, codes] = await Promise.all([
    findAuthenticatorApp(db, userId),
    listPasskeys(db, userId),
    countRecoveryCodes(db, userId),
  ]);
  const isHere = passkeys.some(({ host }) => host === place?.host);
  const methods: FactorMethod[] = [
    ...(isHere ? (['passkey'] as const) : []),
    ...(app === undefined ? [] : (['app'] as const)),
    ...(codes === 0 ? [] : (['recovery'] as const)),
  ];
  // No way would mean that the account must set its first factor up.
  return methods.length === 0 ? ['recovery'] : methods;
}
