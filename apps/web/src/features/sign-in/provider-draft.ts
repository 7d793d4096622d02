import type { CallInput } from '@lectern/contract/client';
import type { GroupRule, SignInProvider } from '@lectern/contract';

/** A provider as an admin edits it. An empty secret keeps the stored one. */
export interface ProviderDraft
  extends Omit<
    SignInProvider,
    'id' | 'hasSecret' | 'callbackUrl' | 'afterLogoutUrl' | 'createdAt' | 'updatedAt' | 'scopes' | 'sessionHours'
  > {
  readonly secret: string;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly sessionHours: string;
}

export const NEW_RULE: GroupRule = { group: '', role: null, allLibraries: false, libraryIds: [] };

export const NEW_PROVIDER: ProviderDraft = {
  name: '',
  displayName: '',
  issuer: '',
  clientId: '',
  secret: '',
  scopes: 'openid profile email groups',
  usernameClaim: 'preferred_username',
  groupsClaim: 'groups',
  isActive: true,
  createsAccounts: false,
  linksByEmail: false,
  onlyMembers: false,
  defaultRole: 'reader',
  rules: [],
  sessionHours: '24',
  logsOut: false,
};

export function toDraft(provider: SignInProvider): ProviderDraft {
  const { id: _id, hasSecret: _has, callbackUrl: _url, afterLogoutUrl: _after, ...rest } = provider;
  const { createdAt: _at, updatedAt: _changed, ...fields } = rest;
  return { ...fields, scopes: fields.scopes.join(' '), sessionHours: String(fields.sessionHours), secret: '' };
}

type Body = CallInput<'updateSignInProvider'>['body'];

/** What changes about a provider. */
export function toUpdate({ secret, scopes, sessionHours, name: _name, ...fields }: ProviderDraft): Body {
  return {
    ...fields,
    scopes: scopes.split(/\s+/u).filter((scope) => scope !== ''),
    sessionHours: Number(sessionHours),
    ...(secret === '' ? {} : { clientSecret: secret }),
  };
}

/** A new provider. */
export function toNew(draft: ProviderDraft): CallInput<'createSignInProvider'>['body'] {
  const { name, displayName, issuer, clientId } = draft;
  return { ...toUpdate(draft), name, displayName, issuer, clientId };
}
