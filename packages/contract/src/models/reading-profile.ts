import { z } from 'zod';
import { PreferenceName, PREFERENCES, type PreferenceKey } from './preference.ts';
import { Count, FreeForm, Id, Timestamp } from './scalars.ts';

/** A preference that a reading profile can set. */
export type ReadingOption = Exclude<Extract<PreferenceKey, `reader.${string}`>, 'reader.keys'>;

function isReadingOption(key: PreferenceKey): key is ReadingOption {
  return key.startsWith('reader.') && key !== 'reader.keys';
}

/** Keys of all options of the readers; a new preference that begins with `reader.` is one of them. */
export const READING_OPTION_KEYS: readonly ReadingOption[] = Object.keys(PREFERENCES)
  // the keys of PREFERENCES
  .map((key) => key as PreferenceKey)
  .filter(isReadingOption);

/** Values by preference key. Options that are absent keep the value of the user's preferences. */
export const ReadingSettings = z.record(PreferenceName, FreeForm);
export type ReadingSettings = z.infer<typeof ReadingSettings>;

/** Settings of the starter profiles, until the user changes them. */
export const STARTER_PROFILES = {
  comic: { 'reader.page_fit': 'screen', 'reader.background': 'black' },
  manga: { 'reader.reading_direction': 'rtl', 'reader.page_layout': 'double-cover' },
  webtoon: { 'reader.reading_direction': 'webtoon', 'reader.strip_width': 60, 'reader.strip_gap': 0 },
  book: { 'reader.text_theme': 'sepia', 'reader.text_flow': 'pages', 'reader.text_align': 'justify' },
  eink: {
    'reader.page_turn': 'none',
    'reader.background': 'white',
    'reader.brightness': 100,
    'reader.page_images': 'screen',
    'reader.page_greys': true,
    'reader.page_contrast': 1,
    'reader.refresh_pages': 10,
    'reader.text_theme': 'ink',
    'reader.text_flow': 'pages',
    'reader.tap_zones': 'thirds',
  },
} as const satisfies Readonly<Record<string, Partial<Record<ReadingOption, string | number | boolean>>>>;

export type StarterProfile = keyof typeof STARTER_PROFILES;

// Object.keys of a record with these keys
const STARTERS = Object.keys(STARTER_PROFILES) as [StarterProfile, ...StarterProfile[]];

/** The profile that others were made from. */
export const ProfileBase = z.enum(STARTERS);

/** A starter profile has the name of its kind as id; profiles of the user have a UUID. */
export const ProfileId = z.union([ProfileBase, Id]);

/** Options for reading under one name. */
export const ReadingProfile = z.object({
  id: ProfileId,
  /** Null for a starter profile that was not renamed; clients name it in their language. */
  name: z.string().nullable(),
  base: ProfileBase,
  settings: ReadingSettings,
  /** Series that the user chose it for. */
  seriesCount: Count,
  /** Null for a starter profile that was not changed. */
  updatedAt: Timestamp.nullable(),
});
export type ReadingProfile = z.infer<typeof ReadingProfile>;

/** What a profile is chosen for. The first in this order that has one decides. */
export const ChoiceScope = z.enum(['series', 'library', 'format', 'all']);

/** What the user chose for a series, library or format, or for all books. */
export const ReadingChoice = z.object({
  scope: ChoiceScope,
  /** Id of the series or library; `comic`, `ebook` or `document`; empty for all books. */
  targetId: z.string(),
  profileId: ProfileId.nullable(),
  /** Options for this series alone; they override its profile. */
  settings: ReadingSettings,
});
export type ReadingChoice = z.infer<typeof ReadingChoice>;

/** All profiles, and the choices that matter for a book or series. */
export const ReadingProfiles = z.object({
  profiles: z.array(ReadingProfile),
  choices: z.array(ReadingChoice),
});
export type ReadingProfiles = z.infer<typeof ReadingProfiles>;

const name = z.string().trim().min(1).max(60);

export const ReadingProfileNew = z.object({ name, base: ProfileBase, settings: ReadingSettings });

/** Absent fields and options stay; null removes an option. */
export const ReadingProfileUpdate = z.object({ name, settings: ReadingSettings }).partial();

/** Absent fields and options stay; null removes a profile, an option or all options. */
export const ReadingChoiceUpdate = z.object({
  scope: ChoiceScope,
  targetId: z.string().max(64).default(''),
  profileId: ProfileId.nullable().optional(),
  settings: ReadingSettings.nullable().optional(),
});
