import { z } from 'zod';
import { type Config, ConfigSchema } from '#config/schema.ts';
import { findScheduleFault } from '#core/catalog/check-schedule.ts';

/** A setting: what it may be, what it does, and what holds until it is set. */
export interface SettingDefinition<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  /** Settings that belong together. */
  readonly category: string;
  /** A sentence or two; that of the configuration where none is given. */
  readonly help: string;
  /** The configuration's own value where it has one, so that an operator can preset it. */
  readonly fallback: (config: Config) => Value;
  /** True when it is read only at the start. */
  readonly restart: boolean;
  /** True when whoever is signed in may know it. */
  readonly isPublic: boolean;
}

interface Traits {
  readonly help?: string;
  readonly restart?: true;
  readonly isPublic?: true;
}

function define<Value>(
  category: string,
  schema: z.ZodType<Value>,
  fallback: (config: Config) => Value,
  { help = schema.description ?? '', restart, isPublic }: Traits = {},
): SettingDefinition<Value> {
  return { schema, category, help, fallback, restart: restart === true, isPublic: isPublic === true };
}

const { log, rateLimit, scanner, scheduler, tasks } = ConfigSchema.shape;

const ApplicationName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .regex(/^\P{Cc}+$/u, 'must not contain control characters');

/** A cron schedule, or nothing. */
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

const DUPLICATES = 'Duplicates';

const LIMITS = 'Rate limiting';

/** Every setting that can be changed while the server runs (decisions A10 and C13 name some of the keys). */
export const SETTINGS = {
  'application.name': define('Application', ApplicationName, () => 'Lectern', {
    help: 'What this server is called, in the web app and in mails.',
    isPublic: true,
  }),
  'auth.registration_enabled': define('Authentication', z.boolean(), () => false, {
    help: 'Let people make accounts for themselves. They begin as readers.',
  }),
  'auth.email_verification_required': define('Authentication', z.boolean(), () => false, {
    help: 'Let people sign in only once they have confirmed their e-mail address. Needs mail to be configured.',
  }),
  'deduplication.enabled': define(DUPLICATES, z.boolean(), () => true, {
    help: 'Search for duplicates by the schedule, when there is one.',
  }),
  'deduplication.cron_schedule': define(DUPLICATES, Schedule, () => '', {
    help: 'When to search for duplicates without being asked: five cron fields, or six with seconds first. Empty for never.',
  }),
  'duplicate_detection.trusted_external_id_sources': define(DUPLICATES, SourceNames, (): string[] => [], {
    help: 'Catalogues whose numbers say that two series are the same, for example `comicvine`. Empty for none.',
  }),
  'log.level': define('Logging', log.shape.level, (config) => config.log.level),
  'rate_limit.enabled': define(LIMITS, rateLimit.shape.enabled, (config) => config.rateLimit.enabled),
  'rate_limit.anonymous_rps': define(LIMITS, rateLimit.shape.anonymousRps, (config) => config.rateLimit.anonymousRps),
  'rate_limit.anonymous_burst': define(
    LIMITS,
    rateLimit.shape.anonymousBurst,
    (config) => config.rateLimit.anonymousBurst,
  ),
  'rate_limit.authenticated_rps': define(
    LIMITS,
    rateLimit.shape.authenticatedRps,
    (config) => config.rateLimit.authenticatedRps,
  ),
  'rate_limit.authenticated_burst': define(
    LIMITS,
    rateLimit.shape.authenticatedBurst,
    (config) => config.rateLimit.authenticatedBurst,
  ),
  'scanner.mass_removal_guard': define(
    'Scanner',
    scanner.shape.massRemovalGuard,
    (config) => config.scanner.massRemovalGuard,
  ),
  'scheduler.timezone': define('Scheduler', scheduler.shape.timezone, (config) => config.scheduler.timezone, {
    isPublic: true,
  }),
  'tasks.retention_days': define('Tasks', tasks.shape.retentionDays, (config) => config.tasks.retentionDays),
  'tasks.workers': define('Tasks', tasks.shape.workers, (config) => config.tasks.workers, { restart: true }),
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<Key extends SettingKey> = z.output<(typeof SETTINGS)[Key]['schema']>;

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** Whether there is a setting of this name. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}
