import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Preference, PreferenceName } from '../models/preference.ts';
import { FreeForm } from '../models/scalars.ts';
import { Branding, PublicSettings, Setting, SettingChange, SettingInput } from '../models/setting.ts';
import { OWN_WRITE } from '../permissions.ts';

const params = z.object({ key: z.string().min(1).max(255) });
const changeReason = z.string().trim().max(500).nullable().optional();

export const settings = {
  listSettings: endpoint({
    tag: 'Settings',
    summary: 'Every setting that can be changed while the server runs, by category',
    permission: ['SystemAdmin'],
    query: z.object({ category: z.string().max(100).optional() }),
    answer: 'json',
    response: z.array(Setting),
  }),
  getSetting: endpoint({
    tag: 'Settings',
    summary: 'One setting',
    permission: ['SystemAdmin'],
    params,
    answer: 'json',
    response: Setting,
    errors: ['NotFound'],
  }),
  updateSetting: endpoint({
    tag: 'Settings',
    summary: 'Changes a setting, for every process of the server at once',
    permission: ['SystemAdmin'],
    params,
    body: z.object({ value: SettingInput, changeReason }),
    answer: 'json',
    response: Setting,
    errors: ['NotFound'],
  }),
  updateSettings: endpoint({
    tag: 'Settings',
    summary: 'Changes several settings, all or none; null puts one back to its default. The answer has their order',
    permission: ['SystemAdmin'],
    body: z.object({
      updates: z.array(z.object({ key: z.string().min(1).max(255), value: SettingInput.nullable() })).max(500),
      changeReason,
    }),
    answer: 'json',
    response: z.array(Setting),
    errors: ['NotFound'],
  }),
  resetSetting: endpoint({
    tag: 'Settings',
    summary: 'Puts a setting back to its default',
    permission: ['SystemAdmin'],
    params,
    body: z.object({ changeReason }),
    bodyOptional: true,
    answer: 'json',
    response: Setting,
    errors: ['NotFound'],
  }),
  listSettingHistory: endpoint({
    tag: 'Settings',
    summary: 'Who changed a setting, when, from what to what and why; the latest first',
    permission: ['SystemAdmin'],
    params,
    query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
    answer: 'json',
    response: z.array(SettingChange),
    errors: ['NotFound'],
  }),
  getPublicSettings: endpoint({
    tag: 'Settings',
    summary: 'The settings that anybody who is signed in may know',
    permission: 'user',
    answer: 'json',
    response: PublicSettings,
  }),
  getBranding: endpoint({
    tag: 'Settings',
    summary: 'What this server is called',
    permission: 'public',
    answer: 'json',
    response: Branding,
  }),
} as const;

const preferenceParams = z.object({ key: PreferenceName });

export const preferences = {
  listPreferences: endpoint({
    tag: 'Preferences',
    summary: 'Your preferences: all that Lectern knows, with their defaults, and your own',
    permission: 'user',
    answer: 'json',
    response: z.array(Preference),
  }),
  updatePreferences: endpoint({
    tag: 'Preferences',
    summary: 'Sets several preferences, all or none',
    permission: OWN_WRITE,
    body: z.object({ preferences: z.record(PreferenceName, FreeForm) }),
    answer: 'json',
    response: z.array(Preference),
    errors: ['Conflict'],
  }),
  getPreference: endpoint({
    tag: 'Preferences',
    summary: 'One preference',
    permission: 'user',
    params: preferenceParams,
    answer: 'json',
    response: Preference,
    errors: ['NotFound'],
  }),
  updatePreference: endpoint({
    tag: 'Preferences',
    summary: 'Sets a preference; keys that Lectern does not know begin with "custom."',
    permission: OWN_WRITE,
    params: preferenceParams,
    body: z.object({ value: FreeForm }),
    answer: 'json',
    response: Preference,
    errors: ['Conflict'],
  }),
  deletePreference: endpoint({
    tag: 'Preferences',
    summary: 'Puts a preference back to its default, or forgets it',
    permission: OWN_WRITE,
    params: preferenceParams,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
} as const;
