import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Health } from '../models/system.ts';
import { Credentials, CurrentUser, Email, LoginResponse, Password, SetupStatus, Username } from '../models/user.ts';

export const session = {
  getHealth: endpoint({
    tag: 'System',
    summary: 'Whether the server and its database answer',
    tokens: 0,
    permission: 'public',
    answer: 'json',
    response: Health,
    otherStatuses: { 503: 'The database does not answer' },
  }),
  getSetupStatus: endpoint({
    tag: 'Setup',
    summary: 'Whether the first user still has to be created',
    permission: 'public',
    answer: 'json',
    response: SetupStatus,
  }),
  initializeSetup: endpoint({
    tag: 'Setup',
    summary: 'Creates the first user, an administrator, and signs in',
    permission: 'public',
    body: z.object({
      username: Username,
      password: Password,
      email: z
        .union([Email, z.literal('')])
        .nullable()
        .optional(),
      /** Shown on the server's console and in its log; needed unless the request comes from the server's machine. */
      setupCode: z.string().max(100).optional(),
    }),
    answer: 'json',
    response: LoginResponse,
    status: 201,
    errors: ['Conflict'],
  }),
  login: endpoint({
    tag: 'Authentication',
    summary: 'Signs in with a user name or e-mail and a password',
    permission: 'public',
    body: Credentials,
    answer: 'json',
    response: LoginResponse,
    errors: ['rate_limit_exceeded'],
  }),
  enterAsGuest: endpoint({
    tag: 'Authentication',
    summary: 'Lets a visitor without an account read one library, where admins allow it; sets a cookie',
    permission: 'public',
    answer: 'none',
    status: 204,
  }),
  logout: endpoint({
    tag: 'Authentication',
    summary: 'Ends this session: its token and cookie are refused from now on',
    permission: 'user',
    whileViewing: true,
    inProfile: true,
    answer: 'none',
    status: 204,
  }),
  getCurrentUser: endpoint({
    tag: 'Authentication',
    summary: 'The signed-in user',
    permission: 'user',
    answer: 'json',
    response: CurrentUser,
  }),
} as const;
