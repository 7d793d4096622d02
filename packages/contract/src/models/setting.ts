import { z } from 'zod';
import { Id, Timestamp } from './scalars.ts';

export const SettingType = z.enum(['Integer', 'Boolean', 'String', 'Array']);
export type SettingType = z.infer<typeof SettingType>;

/** A setting that can be changed while the server runs. Values are texts, whatever their type; those of an array are JSON. */
export const Setting = z.object({
  id: Id,
  key: z.string(),
  /** What it is called, in a few words. */
  label: z.string(),
  /** Empty of one that is sensitive. */
  value: z.string(),
  valueType: SettingType,
  /** Settings that belong together. */
  category: z.string(),
  /** What it does, in a sentence or two. */
  description: z.string(),
  /** What holds without it: that of the configuration, where it has one too. */
  defaultValue: z.string(),
  /** Of an integer. */
  minValue: z.int().nullable(),
  maxValue: z.int().nullable(),
  /** What an integer counts: `days`, `%`. */
  unit: z.string().nullable(),
  /** All values there are, where they are few. */
  options: z.array(z.string()).nullable(),
  /** What a text has to be: a cron schedule or nothing, an IANA time zone. */
  format: z.enum(['cron', 'timezone']).nullable(),
  /** True of a secret: it is written and never shown, in no answer and no history. */
  isSensitive: z.boolean(),
  /** True when a change holds from the next start on. */
  requiresRestart: z.boolean(),
  /** False while the default holds. */
  isSet: z.boolean(),
  /** Null when it was never changed, like the next two. */
  updatedAt: Timestamp.nullable(),
  updatedBy: Id.nullable(),
  updatedByName: z.string().nullable(),
  /** 1, and one more with every change. */
  version: z.int().min(1),
});
export type Setting = z.infer<typeof Setting>;

/** One change of a setting. */
export const SettingChange = z.object({
  id: Id,
  settingId: Id,
  key: z.string(),
  oldValue: z.string(),
  newValue: z.string(),
  changedBy: Id,
  /** Their name at that time. */
  changedByName: z.string(),
  changedAt: Timestamp,
  changeReason: z.string().nullable(),
  ipAddress: z.string().nullable(),
});
export type SettingChange = z.infer<typeof SettingChange>;

/** A value as text, or as what it is. */
export const SettingInput = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(1_000)).max(1_000),
]);
export type SettingInput = z.infer<typeof SettingInput>;

/** What anybody who is signed in may know. */
export const PublicSettings = z.record(z.string(), z.object({ key: z.string(), value: z.string() }));
export type PublicSettings = z.infer<typeof PublicSettings>;

/** What anybody may know. */
export const Branding = z.object({ applicationName: z.string() });
export type Branding = z.infer<typeof Branding>;
