import { createAccess, type Access } from '#core/people/access.ts';
import { createUseLog, type UseLog } from '#core/people/use-log.ts';
import { createKnownKeys, type KnownKeys } from '#core/people/identify-by-key.ts';
import type { Origin } from '#core/audit/origin.ts';
import { createRefusals, type Refusals } from '#core/audit/refusals.ts';
import { createRefusalLog } from '#core/people/refusal-log.ts';
import { createRateLimiter, type RateLimiter } from '#core/people/rate-limiter.ts';
import { createMailRequests, type MailRequests } from '#core/people/request-mail.ts';
import { tellOfProgram } from '#core/people/tell-of-device.ts';
import { createMailer, type Mailer } from '#mail/mailer.ts';
import { createOpenId, type OpenId } from '#net/openid/openid.ts';
import { VERSION } from './version.ts';

import type { WorkContext } from './work.ts';

/** Sign-in, rate limits, and the mails about accounts. */
export interface AccessContext {
  readonly access: Access;
  /** Cache of recently used API keys. */
  readonly keys: KnownKeys;
  /** Records when keys and devices were last used. */
  readonly uses: UseLog;
  /** Records refused sign-ins in the audit log. */
  readonly refusals: Refusals;
  readonly limiter: RateLimiter;
  readonly mailer: Mailer;
  /** Mails that clients ask for without signing in. */
  readonly mailRequests: MailRequests;
  /** Requests to sign-in providers. */
  readonly openid: OpenId;
}

type Work = Pick<WorkContext, 'config' | 'db' | 'events' | 'log' | 'queue' | 'settings'>;

function openSignIn(
  opened: AsyncDisposableStack,
  { config, events, settings, log }: Work,
  refusals: Refusals,
  jwtSecret: string,
): Access {
  const logRefused = createRefusalLog(log.users);
  const access = createAccess({
    jwtSecret,
    sessionHours: config.auth.sessionHours,
    refreshDays: config.auth.refreshDays,
    maxSessionDays: config.auth.maxSessionDays,
    requiresVerification: () => settings.get('auth.email_verification_required'),
    factorRoles: () => settings.get('auth.second_factor_roles'),
    rememberDays: () => settings.get('auth.remember_browser_days'),
    serverName: () => settings.get('application.name'),
    passwordPolicy: () => ({
      isOpenToAll: settings.get('auth.password_sign_in'),
      emergencyAdmin: settings.get('auth.emergency_admin'),
    }),
    announce: (userId) => events.tell({ type: 'user_changed', userId }),
    tellSignIn: (news) => events.tell({ type: 'sign_in', ...news }),
    onRefused: (refused) => {
      logRefused(refused);
      const { reason, userId, username, details } = refused;
      const account = userId === undefined || username === undefined ? undefined : { id: userId, username };
      refusals.note({ reason, account, details });
    },
  });
  opened.use(
    events.onTold((message) => {
      if (message.type === 'user_changed') access.forgetUserHere(message.userId);
      if (message.type === 'sign_in') access.throttle.hear(message);
    }),
  );
  opened.use(settings.watch('auth.second_factor_roles', access.checkEveryone));
  return access;
}

/** Opens sign-in and mail. `opened` owns what must be disposed. */
export function openAccess(opened: AsyncDisposableStack, work: Work, jwtSecret: string): AccessContext {
  const { config, db, log, queue, settings } = work;
  const refusals = opened.use(createRefusals({ db, log: log.users }));
  const access = openSignIn(opened, work, refusals, jwtSecret);
  const mailer = createMailer(config);
  if (config.mail.host !== undefined && mailer.problem !== undefined) {
    log.server.warn({ problem: mailer.problem }, 'mail is configured in part');
  }
  const onNewDevice = async (userId: string, { ipAddress: ip }: Origin): Promise<void> =>
    tellOfProgram({ db, access, queue, mailer }, userId, ip ?? '').catch((err: unknown) =>
      log.users.warn({ err }, 'mail about a new device not queued'),
    );
  return {
    access,
    refusals,
    keys: opened.use(createKnownKeys(access)),
    uses: opened.use(createUseLog({ db, log: log.users, onNewDevice })),
    limiter: createRateLimiter(settings),
    mailer,
    openid: createOpenId({ networks: config.auth.privateNetworks, userAgent: `Lectern/${VERSION}` }),
    mailRequests: opened.use(createMailRequests({ db, access, queue, mailer, log: log.users })),
  };
}
