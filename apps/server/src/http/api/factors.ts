import { askPasskeyAlone, askSecondPasskey, finishSignIn, signInByPasskey } from '#core/people/finish-sign-in.ts';
import { finishFirstApp, finishFirstPasskey, startFirstApp, startFirstPasskey } from '#core/people/first-factor.ts';
import {
  askFactor,
  confirmFactor,
  deleteApp,
  finishApp,
  getFactors,
  makeRecoveryCodes,
  startApp,
} from '#core/people/own-factors.ts';
import { deletePasskey, finishPasskey, renamePasskey, startPasskey } from '#core/people/own-passkeys.ts';
import { forgetBrowsers } from '#core/people/remembered-browsers.ts';
import { deleteUserFactors } from '#core/people/remove-factors.ts';
import { replaceSession, setRememberedCookie } from '../people/cookies.ts';
import { browserClient, factorClient } from '../people/factor-client.ts';
import type { Handlers } from '../requests/handler.ts';

const signInHandlers = {
  finishLogin: async (ctx, { body, client, reply }) => {
    const { signedIn, remembered } = await finishSignIn(ctx, body, browserClient(ctx, client));
    await replaceSession(ctx, client, reply, signedIn);
    if (remembered !== undefined) setRememberedCookie(ctx.config, client, reply, remembered);
    return signedIn;
  },
  askLoginPasskey: async (ctx, { body, client }) => askSecondPasskey(ctx, body.ticket, factorClient(ctx, client).place),
  startLoginApp: async (ctx, { body }) => startFirstApp(ctx, body.ticket),
  finishLoginApp: async (ctx, { body, client, reply }) => {
    const signedIn = await finishFirstApp(ctx, body, browserClient(ctx, client));
    await replaceSession(ctx, client, reply, signedIn);
    return signedIn;
  },
  startLoginPasskey: async (ctx, { body, client }) =>
    startFirstPasskey(ctx, body.ticket, factorClient(ctx, client).place),
  finishLoginPasskey: async (ctx, { body, client, reply }) => {
    const signedIn = await finishFirstPasskey(ctx, body, browserClient(ctx, client));
    await replaceSession(ctx, client, reply, signedIn);
    return signedIn;
  },
  askPasskey: async (ctx, { client }) => askPasskeyAlone(ctx, factorClient(ctx, client).place),
  loginByPasskey: async (ctx, { body, client, reply }) => {
    const signedIn = await signInByPasskey(ctx, body, browserClient(ctx, client));
    await replaceSession(ctx, client, reply, signedIn);
    return signedIn;
  },
} satisfies Partial<Handlers>;

const ownHandlers = {
  getFactors: async (ctx, { viewer, client }) => getFactors(ctx, viewer, factorClient(ctx, client).place),
  askFactor: async (ctx, { viewer, client }) => askFactor(ctx, viewer, factorClient(ctx, client).place),
  confirmFactor: async (ctx, { viewer, body, client }) => confirmFactor(ctx, viewer, body, factorClient(ctx, client)),
  startApp: async (ctx, { viewer, body, client }) => startApp(ctx, viewer, { ...body, ip: client.ip }),
  finishApp: async (ctx, { viewer, body, client }) => finishApp(ctx, viewer, body, client.ip),
  deleteApp: async (ctx, { viewer }) => deleteApp(ctx, viewer),
  startPasskey: async (ctx, { viewer, body, client }) =>
    startPasskey(ctx, viewer, { ...body, ip: client.ip }, factorClient(ctx, client).place),
  finishPasskey: async (ctx, { viewer, body, client }) => finishPasskey(ctx, viewer, body, factorClient(ctx, client)),
  renamePasskey: async (ctx, { viewer, params, body }) => renamePasskey(ctx, viewer, params.id, body.name),
  deletePasskey: async (ctx, { viewer, params }) => deletePasskey(ctx, viewer, params.id),
  makeRecoveryCodes: async (ctx, { viewer }) => ({ recoveryCodes: await makeRecoveryCodes(ctx, viewer) }),
  forgetBrowser: async (ctx, { viewer, params }) => forgetBrowsers(ctx, viewer, params.id),
  forgetBrowsers: async (ctx, { viewer }) => forgetBrowsers(ctx, viewer),
} satisfies Partial<Handlers>;

export const factorHandlers = {
  ...signInHandlers,
  ...ownHandlers,
  deleteUserFactors: async (ctx, { viewer, params }) => deleteUserFactors(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
