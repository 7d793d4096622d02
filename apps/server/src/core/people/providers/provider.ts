import { type GroupRule, type OidcProviders, type Role, SignInProvider } from '@lectern/contract';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/people/access.ts';
import type { ReadDb } from '#db/open.ts';
import { findNamedProviderRow, listProviderRows } from '#db/repos/people/sign-in-providers.repo.ts';
import type { SignInProviderTable } from '#db/schema/index.ts';
import type { OpenIdClient } from '#net/openid/openid.ts';
import { say } from '#words/say.ts';

/** Whom a source of sign-ins lets in, and what they get. */
export interface SignInRules {
  /** As identities and the audit log name the source. */
  readonly name: string;
  readonly rules: readonly GroupRule[];
  readonly createsAccounts: boolean;
  /** How a first sign-in finds an account that is not linked; null for never. */
  readonly linksBy: 'email' | 'name' | null;
  readonly onlyMembers: boolean;
  readonly defaultRole: Role;
  readonly sessionHours: number;
}

/** Name of the source of header sign-ins, which no provider may have: its identities are found by it. */
export const PROXY_NAME = 'proxy';

/** A sign-in provider, ready to use. */
export interface Provider extends SignInRules {
  readonly displayName: string;
  readonly client: OpenIdClient;
  readonly scopes: readonly string[];
  readonly usernameClaim: string;
  readonly groupsClaim: string;
  readonly logsOut: boolean;
}

/** Context of sign-in providers. */
export interface ProvidersContext {
  readonly db: { readonly read: ReadDb };
  readonly config: Pick<Config, 'auth'>;
  readonly access: Pick<Access, 'sealer' | 'passwordPolicy'>;
}

/** The stored part of a provider that no query looks at. */
export const ProviderConfig = SignInProvider.pick({
  scopes: true,
  usernameClaim: true,
  groupsClaim: true,
  createsAccounts: true,
  linksByEmail: true,
  onlyMembers: true,
  defaultRole: true,
  rules: true,
  sessionHours: true,
  logsOut: true,
});

const Sealed = z.object({ providerSecret: z.string() });

/** The stored form of a secret. */
export function sealSecret({ sealer }: Pick<Access, 'sealer'>, secret: string): string {
  return sealer.seal({ providerSecret: secret });
}

/** A provider from its row. A secret that was sealed with another signing secret counts as missing. */
export function toProvider({ sealer }: Pick<Access, 'sealer'>, row: SignInProviderTable): Provider {
  const { linksByEmail, ...stored } = ProviderConfig.parse(JSON.parse(row.config));
  const opened = row.secret === null ? undefined : Sealed.safeParse(sealer.open(row.secret)).data;
  return {
    ...stored,
    name: row.name,
    displayName: row.displayName,
    client: { issuer: row.issuer, clientId: row.clientId, secret: opened?.providerSecret ?? null },
    linksBy: linksByEmail ? 'email' : null,
  };
}

function ruleFor(role: Role | null) {
  return (group: string): GroupRule => ({ group, role, allLibraries: false, libraryIds: [] });
}

/** Rules of the configuration, which has no libraries. */
export function configuredRules(groups: {
  readonly adminGroups: readonly string[];
  readonly maintainerGroups: readonly string[];
  readonly memberGroups?: readonly string[];
}): GroupRule[] {
  return [
    ...groups.adminGroups.map(ruleFor('admin')),
    ...groups.maintainerGroups.map(ruleFor('maintainer')),
    ...(groups.memberGroups ?? []).map(ruleFor(null)),
  ];
}

/** The provider of the configuration, if it has one. */
export function findConfiguredProvider({ auth }: Pick<Config, 'auth'>): Provider | undefined {
  const { issuer, clientId, clientSecret, memberGroups, createAccounts, linkByEmail, logOut, ...given } = auth.oidc;
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    name: given.name,
    displayName: given.displayName,
    client: { issuer, clientId, secret: clientSecret ?? null },
    scopes: given.scopes,
    usernameClaim: given.usernameClaim,
    groupsClaim: given.groupsClaim,
    rules: configuredRules({ ...given, memberGroups }),
    createsAccounts: createAccounts,
    linksBy: linkByEmail ? 'email' : null,
    onlyMembers: memberGroups.length > 0,
    defaultRole: 'reader',
    sessionHours: given.sessionHours,
    logsOut: logOut,
  };
}

/** Providers that users may sign in with now. */
export async function listProviders({ db, config, access }: ProvidersContext): Promise<Provider[]> {
  const configured = findConfiguredProvider(config);
  const rows = await listProviderRows(db.read);
  const stored = rows.filter(({ isActive, name }) => isActive === 1 && name !== configured?.name);
  return [...(configured === undefined ? [] : [configured]), ...stored.map((row) => toProvider(access, row))];
}

/**
 * The provider with this name, if users may sign in with it now.
 * @throws {AppError} `NotFound`
 */
export async function getProvider({ db, config, access }: ProvidersContext, name: string): Promise<Provider> {
  const configured = findConfiguredProvider(config);
  if (configured?.name === name) return configured;
  const row = await findNamedProviderRow(db.read, name);
  if (row?.isActive === 1) return toProvider(access, row);
  throw new AppError('NotFound', say('There is no sign-in provider “{name}”', { name }));
}

/** Some providers end their issuer with a slash, some people leave it out. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** Tells whether identities of an issuer can sign in now. */
export async function readUsableIssuers(ctx: ProvidersContext): Promise<(issuer: string) => boolean> {
  const providers = await listProviders(ctx);
  const hasProxy = ctx.config.auth.proxy.addresses.length > 0;
  return (issuer) =>
    issuer === PROXY_NAME ? hasProxy : providers.some(({ client }) => isSameIssuer(client.issuer, issuer));
}

/** The ways to sign in, for the sign-in page. */
export async function listWaysToSignIn(ctx: ProvidersContext): Promise<OidcProviders> {
  const providers = await listProviders(ctx);
  return {
    enabled: providers.length > 0,
    providers: providers.map(({ name, displayName }) => ({
      name,
      displayName,
      loginUrl: `/api/v1/auth/oidc/${name}/login`,
    })),
    proxyEnabled: ctx.config.auth.proxy.addresses.length > 0,
    passwordEnabled: ctx.access.passwordPolicy().isOpenToAll,
  };
}
