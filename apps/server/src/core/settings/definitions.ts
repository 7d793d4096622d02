import { isAbsolute, resolve } from 'node:path';
import type { Setting } from '@lectern/contract';
import { z } from 'zod';
import { type Config, ConfigSchema } from '#config/schema.ts';
import { CompatPrefix } from './komga-prefix.ts';
import { findScheduleFault } from './check-schedule.ts';

/** A setting with its default. */
export interface SettingDefinition<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  readonly category: string;
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
  readonly unit: string | null;
  readonly format: Setting['format'];
}

type Traits = Partial<Pick<SettingDefinition, 'help' | 'restart' | 'isPublic' | 'isSensitive' | 'unit' | 'format'>>;

function define<Value>(
  [category, label]: readonly [category: string, label: string],
  schema: z.ZodType<Value>,
  fallback: (config: Config) => Value,
  traits: Traits = {},
): SettingDefinition<Value> {
  const { help = schema.description ?? '', restart = false, isPublic = false, isSensitive = false } = traits;
  const { unit = null, format = null } = traits;
  return { category, label, schema, fallback, help, restart, isPublic, isSensitive, unit, format };
}

const { log, rateLimit, scanner, scheduler, tasks } = ConfigSchema.shape;

const ApplicationName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .regex(/^\P{Cc}+$/u, 'must not contain control characters');

/** A cron schedule, or an empty text. */
const Schedule = z
  .string()
  .trim()
  .max(200)
  .check(({ value, issues }) => {
    const fault = value === '' ? undefined : findScheduleFault(value);
    if (fault !== undefined)
      issues.push({ code: 'custom', input: value, message: `must be a cron schedule: ${fault}` });
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

const NeededSchedule = Schedule.refine((text) => text !== '', 'must not be empty');

const Languages = z
  .array(z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language such as en or pt-BR'))
  .max(50);

const BACKUPS = 'Backups';
const COMPATIBLE = 'Apps for Komga servers';
const DUPLICATES = 'Duplicates';
const READER_APPS = 'Reader apps';
const RELEASES = 'Releases';
const EXPORTS = 'Exports';
const LIMITS = 'Rate limiting';
const REQUESTS = 'requests';
const PER_SECOND = 'requests a second';

export const SETTINGS = {
  'application.name': define(['Application', 'Name of this server'], ApplicationName, () => 'Lectern', {
    help: 'What this server is called, in the web app and in mails.',
    isPublic: true,
  }),
  'auth.registration_enabled': define(['Authentication', 'People may register'], z.boolean(), () => false, {
    help: 'Let people make accounts for themselves. They begin as readers.',
  }),
  'auth.email_verification_required': define(
    ['Authentication', 'E-mail addresses are confirmed'],
    z.boolean(),
    () => false,
    {
      help: 'Let people sign in only once they have confirmed their e-mail address. Needs mail to be configured.',
    },
  ),
  'backups.schedule': define([BACKUPS, 'Schedule of backups'], Schedule, () => '0 3 * * 0', {
    help: 'When a backup is made: five cron fields, or six with seconds first. Empty for never.',
    format: 'cron',
  }),
  'backups.keep': define([BACKUPS, 'Scheduled backups kept'], z.int().min(1).max(1_000), () => 4, {
    help: 'So many good scheduled backups are kept; a new one takes the place of the oldest. Backups made by hand stay.',
    unit: 'backups',
  }),
  'backups.drill_schedule': define([BACKUPS, 'Schedule of drills'], Schedule, () => '30 4 1 * *', {
    help: 'When the newest backup is restored into a scratch database and compared. Empty for never.',
    format: 'cron',
  }),
  'bin.keep_files_days': define(
    ['Bin', 'Days that deleted files stay in the trash'],
    z.int().min(0).max(3_650),
    () => 30,
    {
      help: 'Files that were deleted with their books are deleted for good after so many days. 0 keeps them for ever.',
      unit: 'days',
    },
  ),
  'compat_api.enabled': define([COMPATIBLE, 'Switch it on'], z.boolean(), () => false, {
    help: 'Answer reader apps that speak the dialect of Komga, such as Mihon, Komelia, Aidoku and Paperback.',
  }),
  'compat_api.prefix': define([COMPATIBLE, 'Where it lies'], CompatPrefix, () => 'komga', {
    help: 'The part of the address that apps are given after that of this server. Apps that are connected already have to be told.',
  }),
  'compat_api.remember_days': define([COMPATIBLE, 'Remember sign-ins'], z.int().min(1).max(365), () => 365, {
    help: 'How long an app that asks to be remembered stays signed in without use.',
    unit: 'days',
  }),
  'deduplication.enabled': define([DUPLICATES, 'Search by the schedule'], z.boolean(), () => true, {
    help: 'Search for duplicates by the schedule, when there is one.',
  }),
  'deduplication.cron_schedule': define([DUPLICATES, 'Schedule of the search'], Schedule, () => '', {
    help: 'When to search for duplicates without being asked: five cron fields, or six with seconds first. Empty for never.',
    format: 'cron',
  }),
  'duplicate_detection.trusted_external_id_sources': define(
    [DUPLICATES, 'Trusted catalogues'],
    SourceNames,
    (): string[] => [],
    {
      help: 'Catalogues whose numbers say that two series are the same, for example `comicvine`. Empty for none.',
    },
  ),
  'koreader_sync.enabled': define([READER_APPS, 'KOReader progress'], z.boolean(), () => true, {
    help: 'Let KOReader and apps like it keep the place in books the same as here.',
  }),
  'exports.max_concurrent_per_user': define([EXPORTS, 'Exports being made'], z.int().min(1).max(10), () => 3, {
    help: 'So many exports of one person may be waited for at a time.',
    unit: 'exports',
  }),
  'exports.max_per_user': define([EXPORTS, 'Exports kept'], z.int().min(1).max(100), () => 10, {
    help: 'So many finished exports of one person are kept; a new one takes the place of the oldest.',
    unit: 'exports',
  }),
  'exports.retention_days': define([EXPORTS, 'Keep exports'], z.int().min(1).max(90), () => 7, {
    help: 'How long a finished export can be downloaded.',
    unit: 'days',
  }),
  'exports.storage_cap_bytes': define(
    [EXPORTS, 'Disk space of exports'],
    z.int().min(104_857_600),
    () => 2_147_483_648,
    {
      help: 'What all exports may take together; beyond it the oldest are deleted.',
      unit: 'bytes',
    },
  ),
  'exports.cleanup_cron': define([EXPORTS, 'Schedule of the clean-up'], Schedule, () => '0 30 * * * *', {
    help: 'When expired exports are deleted: five cron fields, or six with seconds first. Empty for never.',
    format: 'cron',
  }),
  'imports.folder': define(['Import', 'Import folder'], ImportFolder, () => '', {
    help: 'The absolute path of a folder of new files, which are offered for import. Outside of every library. Empty for none.',
  }),
  'notifications.quiet_seconds': define(['Notifications', 'Quiet time'], z.int().min(0).max(3_600), () => 60, {
    help: 'A notice waits until so long nothing new has happened, so that many new books become one notice.',
    unit: 'seconds',
  }),
  'log.level': define(['Logging', 'Least important message'], log.shape.level, (config) => config.log.level),
  'rate_limit.enabled': define(
    [LIMITS, 'Limit requests'],
    rateLimit.shape.enabled,
    (config) => config.rateLimit.enabled,
  ),
  'rate_limit.anonymous_rps': define(
    [LIMITS, 'Before sign-in, in the long run'],
    rateLimit.shape.anonymousRps,
    (config) => config.rateLimit.anonymousRps,
    { unit: PER_SECOND },
  ),
  'rate_limit.anonymous_burst': define(
    [LIMITS, 'Before sign-in, at once'],
    rateLimit.shape.anonymousBurst,
    (config) => config.rateLimit.anonymousBurst,
    { unit: REQUESTS },
  ),
  'rate_limit.authenticated_rps': define(
    [LIMITS, 'Each user, in the long run'],
    rateLimit.shape.authenticatedRps,
    (config) => config.rateLimit.authenticatedRps,
    { unit: PER_SECOND },
  ),
  'rate_limit.authenticated_burst': define(
    [LIMITS, 'Each user, at once'],
    rateLimit.shape.authenticatedBurst,
    (config) => config.rateLimit.authenticatedBurst,
    { unit: REQUESTS },
  ),
  'release_tracking.default_cron_schedule': define(
    [RELEASES, 'Schedule of sources'],
    NeededSchedule,
    () => '0 0 * * *',
    {
      help: 'When feeds of releases are read that have no schedule of their own: five cron fields, or six with seconds first.',
      format: 'cron',
    },
  ),
  'release_tracking.default_languages': define([RELEASES, 'Languages'], Languages, () => ['en'], {
    help: 'Languages of releases that are announced, unless a series has its own. Empty for all.',
  }),
  'release_tracking.notify_languages': define([RELEASES, 'Languages that notify'], Languages, (): string[] => [], {
    help: 'Languages of releases that clients tell of by themselves. Empty for all.',
    isPublic: true,
  }),
  'release_tracking.notify_plugins': define([RELEASES, 'Sources that notify'], SourceNames, (): string[] => [], {
    help: 'Plugins whose releases clients tell of by themselves; `core` for feeds. Empty for all.',
    isPublic: true,
  }),
  'release_tracking.retention_days': define([RELEASES, 'Keep releases'], z.int().min(0).max(3650), () => 365, {
    help: 'How long releases stay listed that are no longer announced and that their sources no longer name. With 0 they stay.',
    unit: 'days',
  }),
  'scanner.mass_removal_guard': define(
    ['Scanner', 'Missing books that a scan asks about'],
    scanner.shape.massRemovalGuard,
    (config) => config.scanner.massRemovalGuard,
    { unit: '%' },
  ),
  'scheduler.timezone': define(
    ['Scheduler', 'Time zone of schedules'],
    scheduler.shape.timezone,
    (config) => config.scheduler.timezone,
    {
      isPublic: true,
      format: 'timezone',
    },
  ),
  'tasks.reserve_megabytes': define(
    ['Tasks', 'Free disk space that tasks leave'],
    tasks.shape.reserveMegabytes,
    (config) => config.tasks.reserveMegabytes,
    { unit: 'MB' },
  ),
  'tasks.retention_days': define(
    ['Tasks', 'Keep finished tasks'],
    tasks.shape.retentionDays,
    (config) => config.tasks.retentionDays,
    { unit: 'days' },
  ),
  'tasks.workers': define(['Tasks', 'Tasks at the same time'], tasks.shape.workers, (config) => config.tasks.workers, {
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
