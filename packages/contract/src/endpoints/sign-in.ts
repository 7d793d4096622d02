import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Said } from '../models/account.ts';
import { Id } from '../models/scalars.ts';
import {
  Identity,
  IdentityLink,
  OidcLogin,
  OidcLoginAnswer,
  OidcLogoutAnswer,
  OidcProviders,
  ProviderName,
  SignInProvider,
  SignInProviderNew,
  SignInProviderUpdate,
  UserIdentity,
} from '../models/sign-in.ts';
import { LoginResponse } from '../models/user.ts';

const ANYBODY = { tag: 'Authentication', permission: 'public', answer: 'json' } as const;
const OWN = { tag: 'Profile', permission: 'user' } as const;
const ADMIN = { tag: 'Sign-in providers', permission: ['SystemAdmin'] } as const;
const params = z.object({ id: Id });

export const signInProviders = {
  listOidcProviders: endpoint({
    ...ANYBODY,
    summary: 'The ways to sign in besides a password',
    response: OidcProviders,
  }),
  startOidcLogin: endpoint({
    ...ANYBODY,
    summary: 'Starts a sign-in at a provider; the browser goes to the address of the answer',
    params: z.object({ provider: ProviderName }),
    body: OidcLogin,
    bodyOptional: true,
    response: OidcLoginAnswer,
    errors: ['NotFound', 'ServiceUnavailable'],
  }),
  signInByProxy: endpoint({
    ...ANYBODY,
    summary: 'Signs in the user that a trusted proxy names in a header',
    response: LoginResponse,
  }),
  logoutAtProvider: endpoint({
    tag: 'Authentication',
    summary: 'Ends this session, and tells where the browser ends the one at the provider that opened it',
    permission: 'user',
    whileViewing: true,
    inProfile: true,
    answer: 'json',
    response: OidcLogoutAnswer,
  }),
  listIdentities: endpoint({
    ...OWN,
    summary: 'Your accounts at sign-in providers',
    answer: 'json',
    response: z.array(Identity),
  }),
  startIdentityLink: endpoint({
    ...OWN,
    summary: 'Starts to link your account to a provider; the browser goes to the address of the answer',
    params: z.object({ provider: ProviderName }),
    body: IdentityLink,
    bodyOptional: true,
    answer: 'json',
    response: OidcLoginAnswer,
    errors: ['NotFound', 'ServiceUnavailable', 'rate_limit_exceeded'],
  }),
  deleteIdentity: endpoint({
    ...OWN,
    summary: 'Unlinks your account from a provider, and ends the sessions that it opened',
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound', 'Conflict'],
  }),
  listUserIdentities: endpoint({
    tag: 'Users',
    summary: 'The accounts of a user at sign-in providers',
    permission: ['UsersRead'],
    params,
    answer: 'json',
    response: z.array(UserIdentity),
    errors: ['NotFound'],
  }),
  deleteUserIdentity: endpoint({
    tag: 'Users',
    summary: 'Unlinks a user from a provider, and ends the sessions that it opened; not the last way in, nor your own',
    permission: ['UsersWrite'],
    params: z.object({ id: Id, identityId: Id }),
    answer: 'none',
    status: 204,
    errors: ['NotFound', 'Conflict'],
  }),
  listSignInProviders: endpoint({
    ...ADMIN,
    summary: 'The sign-in providers that were set up here, by name',
    answer: 'json',
    response: z.array(SignInProvider),
  }),
  createSignInProvider: endpoint({
    ...ADMIN,
    summary: 'Adds a sign-in provider (OpenID Connect)',
    body: SignInProviderNew,
    answer: 'json',
    response: SignInProvider,
    status: 201,
    errors: ['Conflict'],
  }),
  updateSignInProvider: endpoint({
    ...ADMIN,
    summary: 'Changes what is given about a provider; another issuer forgets its secret',
    params,
    body: SignInProviderUpdate,
    answer: 'json',
    response: SignInProvider,
    errors: ['NotFound'],
  }),
  deleteSignInProvider: endpoint({
    ...ADMIN,
    summary: 'Removes a provider and its links, and ends the sessions that it opened',
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  testSignInProvider: endpoint({
    ...ADMIN,
    summary: 'Asks a provider for its description, to try out its settings',
    params,
    answer: 'json',
    response: Said,
    errors: ['NotFound', 'ServiceUnavailable'],
  }),
} as const;
