import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  AppSecret,
  FactorCode,
  FactorMade,
  FactorProof,
  Factors,
  FactorStart,
  FactorTicket,
  NewRecoveryCodes,
  Passkey,
  PasskeyAsked,
  PasskeyMade,
  PasskeyName,
  PasskeyProof,
} from '../models/factor.ts';
import { Id } from '../models/scalars.ts';
import { LoginResponse } from '../models/user.ts';

const OWN = { tag: 'Second factor', permission: 'user' } as const;
const ANYBODY = { tag: 'Second factor', permission: 'public', answer: 'json' } as const;

const params = z.object({ id: Id });

const signingIn = {
  finishLogin: endpoint({
    ...ANYBODY,
    summary: 'Signs in with the ticket of a right password and a second factor',
    body: FactorProof.extend({
      ticket: FactorTicket,
      /** In this browser, the password is enough from now on. */
      remember: z.boolean().optional(),
    }),
    response: LoginResponse,
    errors: ['Unauthorized', 'rate_limit_exceeded'],
  }),
  askLoginPasskey: endpoint({
    ...ANYBODY,
    summary: 'Options for a passkey as the second factor of a sign-in',
    body: z.object({ ticket: FactorTicket }),
    response: PasskeyAsked,
    errors: ['Unauthorized'],
  }),
  startLoginApp: endpoint({
    ...ANYBODY,
    summary: 'The secret of an authenticator app, for an account that must set up its first second factor to sign in',
    body: z.object({ ticket: FactorTicket }),
    response: AppSecret,
    errors: ['Unauthorized'],
  }),
  finishLoginApp: endpoint({
    ...ANYBODY,
    summary: 'Stores the authenticator app that a code proves, and signs in',
    body: z.object({ ticket: FactorTicket, code: FactorCode }),
    response: LoginResponse.extend(FactorMade.shape),
    errors: ['Unauthorized', 'rate_limit_exceeded'],
  }),
  startLoginPasskey: endpoint({
    ...ANYBODY,
    summary: 'Options for making a passkey, for an account that must set up its first second factor to sign in',
    body: z.object({ ticket: FactorTicket }),
    response: PasskeyAsked,
    errors: ['Unauthorized'],
  }),
  finishLoginPasskey: endpoint({
    ...ANYBODY,
    summary: 'Stores that passkey, named like its browser, and signs in',
    body: z.object({ ticket: FactorTicket, passkey: PasskeyMade }),
    response: LoginResponse.extend(FactorMade.shape),
    errors: ['Unauthorized', 'Conflict', 'rate_limit_exceeded'],
  }),
  askPasskey: endpoint({
    ...ANYBODY,
    summary: 'Options for signing in with a passkey alone',
    response: PasskeyAsked,
  }),
  loginByPasskey: endpoint({
    ...ANYBODY,
    summary: 'Signs in with a passkey alone, which must verify its user by PIN, face or finger',
    body: z.object({ ticket: FactorTicket, passkey: PasskeyProof }),
    response: LoginResponse,
    errors: ['Unauthorized', 'rate_limit_exceeded'],
  }),
} as const;

const own = {
  getFactors: endpoint({ ...OWN, summary: 'Your second factors', answer: 'json', response: Factors }),
  askFactor: endpoint({
    ...OWN,
    summary: 'Options for confirming this session with a passkey',
    answer: 'json',
    response: PasskeyAsked,
  }),
  confirmFactor: endpoint({
    ...OWN,
    summary: 'Confirms this session with a second factor; for five minutes it may change factors and make API keys',
    body: FactorProof.extend({ ticket: FactorTicket.optional() }),
    answer: 'none',
    status: 204,
    errors: ['rate_limit_exceeded'],
  }),
  startApp: endpoint({
    ...OWN,
    summary: 'A secret for an authenticator app, which is stored once a code proves it',
    body: FactorStart,
    answer: 'json',
    response: AppSecret,
    errors: ['rate_limit_exceeded'],
  }),
  finishApp: endpoint({
    ...OWN,
    summary: 'Stores the authenticator app; your first second factor ends all your other sessions',
    body: z.object({ ticket: FactorTicket, code: FactorCode }),
    answer: 'json',
    response: FactorMade,
    errors: ['rate_limit_exceeded'],
  }),
  deleteApp: endpoint({
    ...OWN,
    summary: 'Removes the authenticator app',
    answer: 'none',
    status: 204,
    errors: ['NotFound', 'Conflict'],
  }),
  startPasskey: endpoint({
    ...OWN,
    summary: 'Options for making a passkey',
    body: FactorStart,
    answer: 'json',
    response: PasskeyAsked,
    errors: ['Conflict', 'rate_limit_exceeded'],
  }),
  finishPasskey: endpoint({
    ...OWN,
    summary: 'Stores a passkey; your first second factor ends all your other sessions',
    body: PasskeyName.extend({ ticket: FactorTicket, passkey: PasskeyMade }),
    answer: 'json',
    response: FactorMade.extend({ passkey: Passkey }),
    status: 201,
    errors: ['Conflict'],
  }),
  renamePasskey: endpoint({
    ...OWN,
    summary: 'Renames a passkey',
    params,
    body: PasskeyName,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  deletePasskey: endpoint({
    ...OWN,
    summary: 'Removes a passkey',
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound', 'Conflict'],
  }),
  makeRecoveryCodes: endpoint({
    ...OWN,
    summary: 'Ten new recovery codes in place of the earlier ones',
    answer: 'json',
    response: NewRecoveryCodes,
    errors: ['Conflict'],
  }),
  forgetBrowser: endpoint({
    ...OWN,
    summary: 'Asks for the second factor again in a remembered browser',
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  forgetBrowsers: endpoint({
    ...OWN,
    summary: 'Asks for the second factor again in every browser',
    answer: 'none',
    status: 204,
  }),
} as const;

const ofOthers = {
  deleteUserFactors: endpoint({
    tag: 'Users',
    summary: 'Removes all second factors of a user who has lost them, and ends all sessions; not your own',
    permission: ['UsersWrite'],
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
} as const;

export const factors = { ...signingIn, ...own, ...ofOthers } as const;
