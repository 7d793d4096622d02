import type { SignInProvider, SignInProviderNew, SignInProviderUpdate } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { lockUsers } from '#core/people/user-row.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { deleteProviderIdentities, writeProviderSessionEnds } from '#db/repos/people/identities.repo.ts';
import {
  deleteProvider,
  findProviderRow,
  insertProvider,
  listProviderRows,
  updateProvider,
} from '#db/repos/people/sign-in-providers.repo.ts';
import type { SignInProviderTable } from '#db/schema/index.ts';
import { isUniqueViolation } from '#db/sql/database-errors.ts';
import type { OpenId } from '#net/openid/openid.ts';
import { OpenIdFailure } from '#net/openid/openid-failure.ts';
import { say } from '#words/say.ts';
import {
  findConfiguredProvider,
  PROXY_NAME,
  ProviderConfig,
  type ProvidersContext,
  sealSecret,
  toProvider,
} from './provider.ts';
import { writeProviderGroups } from './provider-groups.ts';
import { type Door, findOwnAddress, toAfterLogout, toCallback } from './start-sign-in.ts';
import type { Access } from '#core/people/access.ts';
import type { Config } from '#config/schema.ts';

interface ManageContext extends ProvidersContext, AuditContext {
  readonly db: Database;
  readonly access: Access;
  readonly config: Pick<Config, 'auth' | 'server'>;
  readonly openid: OpenId;
}

function toShown(ctx: ManageContext, door: Door, row: SignInProviderTable): SignInProvider {
  const ownAddress = findOwnAddress(ctx.config, door);
  return {
    ...ProviderConfig.parse(JSON.parse(row.config)),
    id: row.id,
    name: row.name,
    displayName: row.displayName,
    issuer: row.issuer,
    clientId: row.clientId,
    isActive: row.isActive === 1,
    hasSecret: toProvider(ctx.access, row).client.secret !== null,
    callbackUrl: ownAddress === undefined ? null : toCallback(ownAddress, row.name),
    afterLogoutUrl: ownAddress === undefined ? null : toAfterLogout(ownAddress),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

async function getRow({ db }: { readonly db: Pick<Database, 'read'> }, id: string): Promise<SignInProviderTable> {
  const row = await findProviderRow(db.read, id);
  if (row === undefined) throw new AppError('NotFound', `Sign-in provider ${id} not found`);
  return row;
}

/** The providers of the database, by name. */
export async function listStoredProviders(ctx: ManageContext, door: Door): Promise<SignInProvider[]> {
  return (await listProviderRows(ctx.db.read)).map((row) => toShown(ctx, door, row));
}

function toTarget({ id, displayName }: Pick<SignInProviderTable, 'id' | 'displayName'>) {
  return { kind: 'sign_in_provider', id, name: displayName };
}

/**
 * Adds a provider.
 * @throws {AppError} `Conflict` for a taken name
 */
export async function createProvider(
  ctx: ManageContext,
  viewer: Viewer,
  { clientSecret, ...wanted }: SignInProviderNew,
  door: Door,
): Promise<SignInProvider> {
  const { name, displayName, issuer, clientId, isActive } = wanted;
  const now = Date.now();
  const row: SignInProviderTable = {
    id: newId(),
    name,
    displayName,
    issuer,
    clientId,
    secret: typeof clientSecret === 'string' ? sealSecret(ctx.access, clientSecret) : null,
    config: JSON.stringify(ProviderConfig.parse(wanted)),
    isActive: Number(isActive),
    createdAt: now,
    updatedAt: now,
  };
  const taken = new AppError('Conflict', say('There is already a sign-in provider “{name}”', { name }));
  if (name === PROXY_NAME || findConfiguredProvider(ctx.config)?.name === name) throw taken;
  try {
    await ctx.db.transaction(async (tx) => {
      await insertProvider(tx, row);
      const note = { action: 'sign_in_provider_added', actor: viewer, target: toTarget(row) } as const;
      await writeAudit(tx, ctx, { ...note, details: { name, issuer } });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw taken;
  }
  return toShown(ctx, door, await getRow(ctx, row.id));
}

/** A secret goes only to the issuer that it was entered for. */
function secretChange(ctx: ManageContext, row: SignInProviderTable, { issuer, clientSecret }: SignInProviderUpdate) {
  if (clientSecret !== undefined)
    return { secret: clientSecret === null ? null : sealSecret(ctx.access, clientSecret) };
  return issuer !== undefined && issuer !== row.issuer ? { secret: null } : {};
}

/** What belongs to a stored provider. The configuration may have one with the same name, which goes on. */
function toOwned({ config }: ManageContext, provider: string) {
  const configured = findConfiguredProvider(config);
  if (configured?.name !== provider) return { provider };
  const issuer = configured.client.issuer.replace(/\/$/, '');
  return { provider, exceptIssuers: [issuer, `${issuer}/`] };
}

async function writeSessionsEnd(tx: Tx, ctx: ManageContext, provider: string): Promise<void> {
  const { access } = ctx;
  const userIds = await writeProviderSessionEnds(tx, toOwned(ctx, provider), Date.now());
  tx.afterCommit(() => {
    for (const userId of userIds) access.forgetUser(userId);
  });
}

/**
 * Changes the given fields of a provider. Switching it off, or another issuer, ends the sessions that it opened.
 * @throws {AppError} `NotFound`
 */
export async function changeProvider(
  ctx: ManageContext,
  viewer: Viewer,
  { id, update }: { readonly id: string; readonly update: SignInProviderUpdate },
  door: Door,
): Promise<SignInProvider> {
  const { displayName, issuer, clientId, isActive } = update;
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await getRow({ db: tx }, id);
    const config = ProviderConfig.parse({ ...(JSON.parse(row.config) as object), ...update });
    await updateProvider(tx, id, {
      ...(displayName === undefined ? {} : { displayName }),
      ...(issuer === undefined ? {} : { issuer }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(isActive === undefined ? {} : { isActive: Number(isActive) }),
      ...secretChange(ctx, row, update),
      config: JSON.stringify(config),
      updatedAt: Date.now(),
    });
    const isOver = isActive === false || (issuer !== undefined && issuer !== row.issuer);
    if (isOver) await writeSessionsEnd(tx, ctx, row.name);
    const note = { action: 'sign_in_provider_changed', actor: viewer, target: toTarget(row) } as const;
    await writeAudit(tx, ctx, { ...note, details: { changed: Object.keys(update) } });
  });
  return toShown(ctx, door, await getRow(ctx, id));
}

/**
 * Removes a provider with its identities, and ends their sessions. Accounts stay.
 * @throws {AppError} `NotFound`
 */
export async function removeProvider(ctx: ManageContext, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await getRow({ db: tx }, id);
    await writeSessionsEnd(tx, ctx, row.name);
    const accounts = await deleteProviderIdentities(tx, toOwned(ctx, row.name));
    await deleteProvider(tx, id);
    for (const account of accounts) await writeProviderGroups(tx, ctx, account, viewer);
    await writeAudit(tx, ctx, { action: 'sign_in_provider_removed', actor: viewer, target: toTarget(row) });
  });
}

/**
 * Asks a provider for its description.
 * @throws {AppError} `NotFound`, or `ServiceUnavailable` in the words of the failure
 */
export async function testProvider(ctx: ManageContext, id: string): Promise<string> {
  const { client } = toProvider(ctx.access, await getRow(ctx, id));
  try {
    await ctx.openid.check(client);
    return say('The provider answers as expected');
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error;
    throw new AppError('ServiceUnavailable', error.message, { cause: error });
  }
}
