import { isAbsolute, resolve } from 'node:path';
import { type Role, RoleName, type Setting } from '@lectern/contract';
import { z } from 'zod';
import { type Config, ConfigSchema } from '#config/schema.ts';
import { CompatPrefix } from './komga-prefix.ts';
import { findScheduleFault } from './check-schedule.ts';
import type { SettingGroupName } from './setting-groups.ts';
import { mark } from '#words/say.ts';

/** A setting with its default. */
export interface SettingDefinition<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  readonly group: SettingGroupName;
  /** Texts are marked, and said when they are shown. */
  readonly label: string;
  /** One or two sentences; by default the description in the configuration. */
  readonly help: string;
  /** The default; may come from the configuration, where an operator can preset it. */
  readonly fallback: (config: Config) => Value;
  /** Read only at the start of the server. */
  readonly restart: boolean;
  /** Readable by every signed-in user. */
  readonly isPublic: boolean;
  /** A secret, which is never shown. */
  readonly isSensitive: boolean;
  /** A key: the web app has the words. */
  readonly unit: string | null;
  readonly format: Setting['format'];
}

type Traits = Partial<Pick<SettingDefinition, 'help' | 'restart' | 'isPublic' | 'isSensitive' | 'unit' | 'format'>>;

function define<Value>(
  [group, label]: readonly [group: SettingGroupName, label: string],
  schema: z.ZodType<Value>,
  fallback: (config: Config) => Value,
  traits: Traits = {},
): SettingDefinition<Value> {
  const { help = schema.description ?? '', restart = false, isPublic = false, isSensitive = false } = traits;
  const { unit = null, format = null } = traits;
  return { group, label, schema, fallback, help, restart, isPublic, isSensitive, unit, format };
}

const { log, rateLimit, scanner, scheduler, tasks } = ConfigSchema.shape;

const ApplicationName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .regex(/^\P{Cc}+$/u, 'must not contain control characters');

/** The name of an account, or an empty text. */
const EmergencyAdmin = z.string().trim().max(64, 'must have at most 64 characters');

/** A cron schedule, or an empty text. */
const Schedule = z
  .string()
  .trim()
  .max(200)
  .check(({ value, issues }) => {
    const fault = value === '' ? undefined : findScheduleFault(value);
    if (fault !== undefined) issues.push({ code: 'custom', input: value, message: fault });
  });

const SourceNames = z
  .array(z.string().regex(/^[a-z0-9_.-]{1,50}$/, 'must be small letters, digits, "_", "." and "-"'))
  .max(50);

/** An absolute path, or an empty text. */
const ImportFolder = z
  .string()
  .trim()
  .max(2_000)
  .refine((path) => path === '' || (isAbsolute(path) && !path.includes('\0')), 'must be an absolute path')
  .transform((path) => (path === '' ? '' : resolve(path)));

/** No series has a higher age rating. */
export const EVERY_AGE = 99;

/** The id of a library, or an empty text. */
const GuestLibrary = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})?$/, 'must be the ID of a library');

const NeededSchedule = Schedule.refine((text) => text !== '', 'must not be empty');

const Languages = z
  .array(z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language such as en or pt-BR'))
  .max(50);

const REQUESTS = 'requests';
const PER_SECOND = 'requests a second';

export const SETTINGS = {
  'application.name': define(['identity', mark('Server name')], ApplicationName, () => 'Lectern', {
    help: mark('The name of this server in the web app and in mails.'),
    isPublic: true,
  }),
  'audit.retention_days': define(['signIn', mark('Audit log')], z.int().min(30).max(3_650), () => 365, {
    help: mark('How long the server keeps a record of sign-ins and changes of accounts, rights, keys and settings.'),
    unit: 'days',
  }),
  'auth.registration_enabled': define(['signIn', mark('Registration')], z.boolean(), () => false, {
    help: mark('People can create their own accounts. New accounts are readers.'),
  }),
  'auth.email_verification_required': define(['signIn', mark('E-mail confirmation')], z.boolean(), () => false, {
    help: mark(
      'People can sign in only after they confirm their e-mail address. The server must be able to send mails.',
    ),
  }),
  'auth.second_factor_roles': define(
    ['signIn', mark('Second factor needed for')],
    z.array(RoleName).max(3),
    (): Role[] => [],
    {
      help: mark(
        'Roles whose accounts need a second factor. Their owners set it up when they sign in next. Reader apps then need API keys.',
      ),
    },
  ),
  'auth.remember_browser_days': define(['signIn', mark('Remembered browsers')], z.int().min(0).max(365), () => 30, {
    help: mark('For how long a browser can be remembered, so that it asks for no second factor. 0 for never.'),
    unit: 'days',
  }),
  'auth.password_sign_in': define(['signIn', mark('Sign in with a password')], z.boolean(), () => true, {
    help: mark('People can sign in with a password. Switch it off only after a sign-in with a provider worked.'),
  }),
  'auth.emergency_admin': define(['signIn', mark('Emergency admin')], EmergencyAdmin, () => '', {
    help: mark('The admin who can always sign in with a password. Without one every admin can.'),
  }),
  'backups.schedule': define(['backups', mark('Backup schedule')], Schedule, () => '0 3 * * 0', {
    help: mark('When the server makes a backup. Five cron fields, or six with seconds first. Empty for never.'),
    format: 'cron',
  }),
  'backups.keep': define(['backups', mark('Backups to keep')], z.int().min(1).max(1_000), () => 4, {
    help: mark('How many good scheduled backups are kept. A new one replaces the oldest; backups made by hand stay.'),
    unit: 'backups',
  }),
  'backups.drill_schedule': define(['backups', mark('Backup test schedule')], Schedule, () => '30 4 1 * *', {
    help: mark('When the server restores the newest backup to a temporary database and compares it. Empty for never.'),
    format: 'cron',
  }),
  'bin.keep_files_days': define(['files', mark('Time in the trash')], z.int().min(0).max(3_650), () => 30, {
    help: mark(
      'How long files of deleted books stay in the trash before they are deleted for good. 0 keeps them forever.',
    ),
    unit: 'days',
  }),
  'compat_api.enabled': define(['apps', mark('Komga API')], z.boolean(), () => false, {
    help: mark('Lets apps for Komga servers connect, such as Mihon, Komelia, Aidoku and Paperback.'),
  }),
  'compat_api.prefix': define(['apps', mark('Komga address path')], CompatPrefix, () => 'komga', {
    help: mark('The last part of the address that apps use. After a change, connected apps need the new address.'),
  }),
  'compat_api.remember_days': define(['apps', mark('Komga session length')], z.int().min(1).max(365), () => 365, {
    help: mark('How long an app that asks to be remembered stays signed in without use.'),
    unit: 'days',
  }),
  'deduplication.enabled': define(['duplicates', mark('Scheduled search')], z.boolean(), () => true, {
    help: mark('Searches for duplicates at the times of the schedule.'),
  }),
  'deduplication.cron_schedule': define(['duplicates', mark('Search schedule')], Schedule, () => '', {
    help: mark(
      'When the server searches for duplicates. Five cron fields, or six with seconds first. Empty for never.',
    ),
    format: 'cron',
  }),
  'duplicate_detection.trusted_external_id_sources': define(
    ['duplicates', mark('Trusted sites')],
    SourceNames,
    (): string[] => [],
    {
      help: mark('Sites whose external IDs show that two series are the same, such as `comicvine`. Empty for none.'),
    },
  ),
  'koreader_sync.enabled': define(['apps', mark('KOReader progress')], z.boolean(), () => true, {
    help: mark('Lets KOReader and similar apps share reading progress with this server.'),
  }),
  'exports.max_concurrent_per_user': define(['exports', mark('Running exports')], z.int().min(1).max(10), () => 3, {
    help: mark('How many exports a person can run at the same time.'),
    unit: 'exports',
  }),
  'exports.max_per_user': define(['exports', mark('Exports to keep')], z.int().min(1).max(100), () => 10, {
    help: mark('How many finished exports of a person are kept. A new one replaces the oldest.'),
    unit: 'exports',
  }),
  'exports.retention_days': define(['exports', mark('Export lifetime')], z.int().min(1).max(90), () => 7, {
    help: mark('How long a finished export can be downloaded.'),
    unit: 'days',
  }),
  'exports.storage_cap_bytes': define(
    ['exports', mark('Storage limit')],
    z.int().min(104_857_600),
    () => 2_147_483_648,
    {
      help: mark('How much disk space all exports can use. Beyond it, the oldest are deleted.'),
      unit: 'bytes',
    },
  ),
  'exports.cleanup_cron': define(['exports', mark('Clean-up schedule')], Schedule, () => '0 30 * * * *', {
    help: mark('When expired exports are deleted. Five cron fields, or six with seconds first. Empty for never.'),
    format: 'cron',
  }),
  'guests.library': define(['signIn', mark('Library for guests')], GuestLibrary, () => '', {
    help: mark('The library that everyone can read without an account.'),
    format: 'library',
  }),
  'guests.max_age': define(['signIn', mark('Age limit for guests')], z.int().min(0).max(EVERY_AGE), () => EVERY_AGE, {
    help: mark('Guests see series up to this age rating. 99 for every age.'),
    unit: 'years',
  }),
  'guests.shows_unrated': define(['signIn', mark('Unrated series for guests')], z.boolean(), () => false, {
    help: mark('Guests with an age limit also see series without an age rating.'),
  }),
  'imports.folder': define(['files', mark('Import folder')], ImportFolder, () => '', {
    help: mark(
      'The absolute path of a folder whose new files wait for a decision. It must be outside every library; empty for none.',
    ),
  }),
  'notifications.quiet_seconds': define(['releases', mark('Quiet time')], z.int().min(0).max(3_600), () => 60, {
    help: mark(
      'How long nothing new must happen before a notification is sent. Many new books then become one notification.',
    ),
    unit: 'seconds',
  }),
  'log.level': define(['work', mark('Log level')], log.shape.level, (config) => config.log.level),
  'rate_limit.enabled': define(
    ['limits', mark('Request limit')],
    rateLimit.shape.enabled,
    (config) => config.rateLimit.enabled,
  ),
  'rate_limit.anonymous_rps': define(
    ['limits', mark('Rate before sign-in')],
    rateLimit.shape.anonymousRps,
    (config) => config.rateLimit.anonymousRps,
    { unit: PER_SECOND },
  ),
  'rate_limit.anonymous_burst': define(
    ['limits', mark('Burst before sign-in')],
    rateLimit.shape.anonymousBurst,
    (config) => config.rateLimit.anonymousBurst,
    { unit: REQUESTS },
  ),
  'rate_limit.authenticated_rps': define(
    ['limits', mark('Rate per account')],
    rateLimit.shape.authenticatedRps,
    (config) => config.rateLimit.authenticatedRps,
    { unit: PER_SECOND },
  ),
  'rate_limit.authenticated_burst': define(
    ['limits', mark('Burst per account')],
    rateLimit.shape.authenticatedBurst,
    (config) => config.rateLimit.authenticatedBurst,
    { unit: REQUESTS },
  ),
  'release_tracking.default_cron_schedule': define(
    ['releases', mark('Source schedule')],
    NeededSchedule,
    () => '0 0 * * *',
    {
      help: mark(
        'When the feeds of sources without their own schedule are read. Five cron fields, or six with seconds first.',
      ),
      format: 'cron',
    },
  ),
  'release_tracking.default_languages': define(['releases', mark('Release languages')], Languages, () => ['en'], {
    help: mark('Languages of the releases to announce, unless a series has its own. Empty for all.'),
  }),
  'release_tracking.notify_languages': define(['releases', mark('Notified languages')], Languages, (): string[] => [], {
    help: mark('Languages of the releases that apps notify about. Empty for all.'),
    isPublic: true,
  }),
  'release_tracking.notify_plugins': define(['releases', mark('Notified sources')], SourceNames, (): string[] => [], {
    help: mark('Sources of the releases that apps notify about; `core` for feeds. Empty for all.'),
    isPublic: true,
  }),
  'release_tracking.retention_days': define(
    ['releases', mark('Release lifetime')],
    z.int().min(0).max(3650),
    () => 365,
    {
      help: mark('How long old releases stay in the list after their sources drop them. 0 keeps them forever.'),
      unit: 'days',
    },
  ),
  'scanner.mass_removal_guard': define(
    ['files', mark('Missing book limit')],
    scanner.shape.massRemovalGuard,
    (config) => config.scanner.massRemovalGuard,
    { unit: '%' },
  ),
  'scheduler.timezone': define(
    ['identity', mark('Time zone')],
    scheduler.shape.timezone,
    (config) => config.scheduler.timezone,
    {
      isPublic: true,
      format: 'timezone',
    },
  ),
  'sharing.links': define(['signIn', mark('Shared links')], z.enum(['off', 'accounts', 'anyone']), () => 'off', {
    help: mark(
      'Who can open links to books that people share. Such a book can then be read without access to its library.',
    ),
    isPublic: true,
  }),
  'tasks.reserve_megabytes': define(
    ['work', mark('Reserved disk space')],
    tasks.shape.reserveMegabytes,
    (config) => config.tasks.reserveMegabytes,
    { unit: 'MB' },
  ),
  'tasks.retention_days': define(
    ['work', mark('Task history')],
    tasks.shape.retentionDays,
    (config) => config.tasks.retentionDays,
    { unit: 'days' },
  ),
  'tasks.workers': define(['work', mark('Parallel tasks')], tasks.shape.workers, (config) => config.tasks.workers, {
    restart: true,
    unit: 'tasks',
  }),
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<Key extends SettingKey> = z.output<(typeof SETTINGS)[Key]['schema']>;

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** Whether a setting has this key. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}
