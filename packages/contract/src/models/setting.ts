import { z } from 'zod';
import { Id, Timestamp } from './scalars.ts';

export const SettingType = z.enum(['Integer', 'Boolean', 'String', 'Array']);
export type SettingType = z.infer<typeof SettingType>;

/** A setting that can change at run time. Values are texts of any type; arrays are JSON. */
export const Setting = z.object({
  id: Id,
  key: z.string(),
  label: z.string(),
  /** Empty for a sensitive one. */
  value: z.string(),
  valueType: SettingType,
  /** Group of related settings. */
  category: z.string(),
  /** What the settings of the group change, in one sentence. */
  categoryDescription: z.string(),
  /** One or two sentences. */
  description: z.string(),
  /** Default, from the configuration if it has one. */
  defaultValue: z.string(),
  /** For integers. */
  minValue: z.int().nullable(),
  maxValue: z.int().nullable(),
  /** Unit of an integer: `days`, `%`. */
  unit: z.string().nullable(),
  /** All values, where they are few. */
  options: z.array(z.string()).nullable(),
  /** Form of a text: a cron schedule or empty, an IANA time zone, the ID of a library or empty. */
  format: z.enum(['cron', 'timezone', 'library']).nullable(),
  /** True for a secret, which no response and no history shows. */
  isSensitive: z.boolean(),
  /** True when a change applies after the next start. */
  requiresRestart: z.boolean(),
  /** False for the default. */
  isSet: z.boolean(),
  /** Null when never changed, like the next two. */
  updatedAt: Timestamp.nullable(),
  updatedBy: Id.nullable(),
  updatedByName: z.string().nullable(),
  /** From 1, plus one for every change. */
  version: z.int().min(1),
});
export type Setting = z.infer<typeof Setting>;

/** One step of the history. */
export const SettingChange = z.object({
  id: Id,
  settingId: Id,
  key: z.string(),
  oldValue: z.string(),
  newValue: z.string(),
  changedBy: Id,
  /** Name at that time. */
  changedByName: z.string(),
  changedAt: Timestamp,
  changeReason: z.string().nullable(),
  ipAddress: z.string().nullable(),
});
export type SettingChange = z.infer<typeof SettingChange>;

/** A value as text, or in its own type. */
export const SettingInput = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(1_000)).max(1_000),
]);
export type SettingInput = z.infer<typeof SettingInput>;

/** Settings for every signed-in user. */
export const PublicSettings = z.record(z.string(), z.object({ key: z.string(), value: z.string() }));
export type PublicSettings = z.infer<typeof PublicSettings>;

/** Settings for everyone. */
export const Branding = z.object({ applicationName: z.string() });
export type Branding = z.infer<typeof Branding>;
