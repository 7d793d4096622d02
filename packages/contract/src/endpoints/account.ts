import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  MailToken,
  PasswordChange,
  Profile,
  ProfileUpdate,
  Registered,
  Registration,
  RevokeApiKeys,
  Said,
  Session,
} from '../models/account.ts';
import { Flag, Id } from '../models/scalars.ts';
import { Email, LoginResponse, Password } from '../models/user.ts';
import { PageQuery, paginated } from '../paging.ts';

const OWN = { tag: 'Profile', permission: 'user' } as const;
const ANYBODY = { tag: 'Authentication', permission: 'public', answer: 'json' } as const;

const updateProfile = {
  ...OWN,
  summary: 'Changes your name or e-mail address; an address that is to be confirmed holds once its mail is answered',
  body: ProfileUpdate,
  answer: 'json',
  response: Profile,
  errors: ['Conflict', 'rate_limit_exceeded'],
} as const;

const profile = {
  getProfile: endpoint({ ...OWN, summary: 'Your account', answer: 'json', response: Profile }),
  updateProfile: endpoint(updateProfile),
  patchProfile: endpoint(updateProfile),
  changePassword: endpoint({
    ...OWN,
    summary: 'Gives you a new password and ends all your other sessions; with revokeApiKeys your API keys too',
    body: PasswordChange,
    answer: 'none',
    status: 204,
    errors: ['rate_limit_exceeded'],
  }),
  listSessions: endpoint({
    ...OWN,
    summary: 'Where you are signed in, the last used first',
    query: PageQuery,
    answer: 'json',
    response: paginated(Session),
  }),
  deleteSession: endpoint({
    ...OWN,
    summary: 'Signs you out somewhere',
    params: z.object({ id: Id }),
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  deleteSessions: endpoint({
    ...OWN,
    summary: 'Signs you out everywhere else; with includeCurrent here too',
    query: z.object({ includeCurrent: Flag }),
    answer: 'none',
    status: 204,
  }),
} as const;

const sessionsOfOthers = {
  listUserSessions: endpoint({
    tag: 'Users',
    summary: 'Where a user is signed in, the last used first',
    permission: ['UsersRead'],
    params: z.object({ id: Id }),
    query: PageQuery,
    answer: 'json',
    response: paginated(Session),
    errors: ['NotFound'],
  }),
  deleteUserSession: endpoint({
    tag: 'Users',
    summary: 'Signs a user out somewhere',
    permission: ['UsersWrite'],
    params: z.object({ id: Id, sessionId: Id }),
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  deleteUserSessions: endpoint({
    tag: 'Users',
    summary: 'Signs a user out everywhere',
    permission: ['UsersWrite'],
    params: z.object({ id: Id }),
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
} as const;

const signingIn = {
  refreshSession: endpoint({
    ...ANYBODY,
    summary: 'Renews a session by its refresh token, from the body or the cookie; one that was used before ends it',
    body: z.object({ refreshToken: z.string().min(1).max(500).optional() }),
    bodyOptional: true,
    response: LoginResponse,
    errors: ['Unauthorized'],
  }),
  register: endpoint({
    ...ANYBODY,
    summary: 'Makes an account for oneself, where the server allows it',
    body: Registration,
    response: Registered,
    status: 201,
    errors: ['Conflict', 'rate_limit_exceeded', 'ServiceUnavailable'],
  }),
  verifyEmail: endpoint({
    ...ANYBODY,
    summary: 'Confirms an e-mail address by the token that was sent to it',
    body: z.object({ token: MailToken }),
    response: Said,
  }),
  resendVerification: endpoint({
    ...ANYBODY,
    summary: 'Sends the mail that confirms an address once more; says the same whether there is such an account or not',
    body: z.object({ email: Email }),
    response: Said,
    errors: ['ServiceUnavailable'],
  }),
  forgotPassword: endpoint({
    ...ANYBODY,
    summary: 'Sends a link for a new password; says the same whether there is such an account or not',
    body: z.object({ email: Email }),
    response: Said,
    errors: ['ServiceUnavailable'],
  }),
  resetPassword: endpoint({
    ...ANYBODY,
    summary: 'Sets a new password by the token of a link, and ends all sessions of the old one',
    body: z.object({ token: MailToken, password: Password, revokeApiKeys: RevokeApiKeys }),
    response: Said,
  }),
  testMail: endpoint({
    tag: 'Administration',
    summary: 'Sends a mail to try out how mail is configured; fails with the words of the mail server',
    permission: ['SystemAdmin'],
    body: z.object({ to: Email }),
    answer: 'json',
    response: Said,
    errors: ['ServiceUnavailable'],
  }),
} as const;

export const account = { ...profile, ...sessionsOfOthers, ...signingIn } as const;
