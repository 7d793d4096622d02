import type { AppSecret, FactorMade } from '@lectern/contract';
import { requireAuditBudget } from '#core/audit/audit-budget.ts';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import type { Tx } from '#db/open.ts';
import { writeAuthenticatorApp, writeHasFactor, writeRecoveryCodes } from '#db/repos/people/factors.repo.ts';
import { writeUserSessionEnds } from '#db/repos/people/sessions.repo.ts';
import type { AuthenticatorAppTable, UserTable } from '#db/schema/index.ts';
import type { Access } from './access.ts';
import { type FactorMailContext, tellOwner } from './factor-mails.ts';
import { findCodeStep, toAppSecret, toAppUri } from './factors/authenticator-app.ts';
import { newRecoveryCodes } from './factors/recovery-codes.ts';
import { checkCodeBudget, hashRecoveryCode, noteWrongCode, sealAppSecret, type ShownFactor } from './prove-factor.ts';
import type { FactorContext } from './require-factor.ts';
import type { Ticket } from './tickets.ts';

type Owner = Pick<UserTable, 'id' | 'username' | 'secondFactor' | 'email' | 'emailVerified'>;

/** Tools of changes, which are audited, and told to the owner. */
export type FactorChangeContext = FactorContext & AuditContext & FactorMailContext;

/** The secret belongs to the ticket, so nothing is stored before a code proves that an app has it. */
function deriveSecret({ digestOf }: Access, { text }: Ticket): string {
  return toAppSecret(Buffer.from(digestOf('app secret', text), 'base64url'));
}

/** The secret of a new app, for a QR code and for typing. */
export function makeAppSecret(access: Access, { username }: Pick<Owner, 'username'>, ticket: Ticket): AppSecret {
  const secret = deriveSecret(access, ticket);
  return { ticket: ticket.text, secret, uri: toAppUri({ secret, server: access.serverName(), user: username }) };
}

interface FirstCode {
  readonly ticket: Ticket;
  readonly code: string;
  readonly ip: string;
}

/**
 * The row of an app whose first code is right.
 * @throws {AppError} `BadRequest` or `rate_limit_exceeded`
 */
export function checkNewApp(access: Access, user: Owner, { ticket, code, ip }: FirstCode): AuthenticatorAppTable {
  checkCodeBudget({ access }, user, ip);
  const secret = deriveSecret(access, ticket);
  const now = Date.now();
  const lastStep = findCodeStep(secret, code, now);
  if (lastStep === undefined) throw noteWrongCode({ access }, user, ip);
  const sealed = sealAppSecret(access, user.id, secret);
  return { userId: user.id, sealed, lastStep, failures: 0, createdAt: now, lastUsedAt: now };
}

/** Replaces the recovery codes of a user. @returns the new codes, which are stored as digests only */
export async function writeFreshCodes(tx: Tx, access: Access, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const createdAt = Date.now();
  const rows = codes.map((code) => ({ userId, codeHash: hashRecoveryCode(access, userId, code), createdAt }));
  await writeRecoveryCodes(tx, userId, rows);
  return codes;
}

interface Added {
  readonly kind: 'app' | 'passkey';
  /** The session of the request; it stays open. */
  readonly sessionId: string | null;
}

/**
 * What follows a new factor: the first one brings recovery codes, and ends the sessions that a password alone opened.
 * @throws {AppError} `rate_limit_exceeded`, which rolls the factor back
 */
export async function writeFactorAdded(
  tx: Tx,
  ctx: FactorChangeContext,
  user: Owner,
  { kind, sessionId }: Added,
): Promise<FactorMade> {
  const isFirst = user.secondFactor !== 1;
  const actor = { userId: user.id, username: user.username };
  await requireAuditBudget(tx, actor, 'factor_added');
  await writeHasFactor(tx, user.id);
  const recoveryCodes = isFirst ? await writeFreshCodes(tx, ctx.access, user.id) : null;
  if (isFirst) await writeUserSessionEnds(tx, user.id, Date.now(), sessionId);
  tx.afterCommit(() => ctx.access.forgetUser(user.id));
  await writeAudit(tx, ctx, { action: 'factor_added', actor, account: user, details: { kind } });
  await tellOwner(tx, ctx, user, 'factorAdded');
  return { recoveryCodes };
}

interface NewApp {
  readonly app: AuthenticatorAppTable;
  /** The session of the request; it stays open. */
  readonly sessionId: string | null;
}

/** Stores the app of a user. */
export async function writeNewApp(
  tx: Tx,
  ctx: FactorChangeContext,
  user: Owner,
  { app, sessionId }: NewApp,
): Promise<FactorMade> {
  await writeAuthenticatorApp(tx, app);
  return await writeFactorAdded(tx, ctx, user, { kind: 'app', sessionId });
}

/** Tells the audit log and the owner about a recovery code: a thief may have the list. */
export async function noteRecovery(
  tx: Tx,
  ctx: FactorChangeContext,
  user: Owner,
  { kind }: Pick<ShownFactor, 'kind'>,
): Promise<void> {
  if (kind !== 'recovery') return;
  const actor = { userId: user.id, username: user.username };
  await writeAudit(tx, ctx, { action: 'recovery_code_used', actor, account: user });
  await tellOwner(tx, ctx, user, 'codeUsed');
}
