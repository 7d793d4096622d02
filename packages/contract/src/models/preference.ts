import { z } from 'zod';
import { FreeForm, Timestamp } from './scalars.ts';

/** Prefix of client-defined keys: any JSON, no default. */
export const CUSTOM_PREFERENCE = 'custom.';

/** A known preference: its type and default. */
export interface PreferenceDefinition {
  readonly shape: z.ZodType;
  readonly fallback: z.infer<typeof FreeForm>;
}

function choice<const Value extends string>(fallback: NoInfer<Value>, values: readonly [Value, ...Value[]]) {
  return { shape: z.enum(values), fallback };
}

function integer(fallback: number, min: number, max: number) {
  return { shape: z.int().min(min).max(max), fallback };
}

function ids(maxCount: number) {
  const fallback: string[] = [];
  return { shape: z.array(z.guid()).max(maxCount), fallback };
}

function language(fallback: string) {
  const shape = z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, 'must be a language such as en or pt-BR');
  return { shape, fallback };
}

function flag(fallback: boolean) {
  return { shape: z.boolean(), fallback };
}

/** Limits of the keys of one action, in keys and characters. */
const [MAX_KEYS, MAX_KEY_NAME] = [8, 40];

function keys() {
  const action = z.string().min(1).max(32);
  return { shape: z.record(action, z.array(z.string().min(1).max(MAX_KEY_NAME)).max(MAX_KEYS)), fallback: {} };
}

/** All known preferences. */
export const PREFERENCES = {
  'ui.theme': choice('system', ['light', 'dark', 'black', 'contrast', 'e-ink', 'system']),
  /** Of the web app and of mails; `auto` follows the browser. */
  'ui.language': language('auto'),
  /** Format of dates and numbers; `auto` follows the device. */
  'ui.formats': language('auto'),
  'ui.cover_size': choice('medium', ['small', 'medium', 'large']),
  'ui.motion': choice('system', ['system', 'less']),
  'ui.sidebar_collapsed': flag(false),
  'library.default_view': choice('grid', ['grid', 'list']),
  'library.default_page_size': integer(24, 1, 500),
  'library.show_deleted_books': flag(false),
  'want_to_read.sort': choice('newest', ['newest', 'oldest', 'custom']),
  'release_tracking.muted_series_ids': ids(1_000),
  /** Whether pages fetched one by one by a reader app count as read. */
  'reading.record_streamed_pages': flag(true),
  /** Whether catalogs give all apps, not only known ones, covers that need no sign-in. */
  'reading.covers_without_sign_in': flag(false),
  'reader.reading_direction': choice('auto', ['auto', 'ltr', 'rtl', 'ttb', 'webtoon']),
  'reader.page_layout': choice('single', ['single', 'double', 'double-cover']),
  'reader.page_fit': choice('screen', ['screen', 'width', 'height', 'original', 'shrink']),
  'reader.default_zoom': integer(100, 10, 1_000),
  'reader.background': choice('black', ['theme', 'black', 'grey', 'white']),
  'reader.brightness': integer(100, 30, 100),
  'reader.page_turn': choice('none', ['none', 'slide']),
  'reader.strip_width': integer(100, 30, 100),
  'reader.strip_gap': integer(0, 0, 64),
  'reader.pages_ahead': integer(4, 0, 10),
  /** `screen`: made smaller by the server, to the pixels of the device. */
  'reader.page_images': choice('screen', ['screen', 'original']),
  /** Whether pages are dithered to 16 greys. */
  'reader.page_greys': flag(false),
  'reader.page_contrast': integer(0, 0, 3),
  /** Pages between two full refreshes of an e-ink screen; 0 for none. */
  'reader.refresh_pages': integer(0, 0, 50),
  'reader.text_theme': choice('auto', ['auto', 'white', 'sepia', 'dark', 'black', 'ink']),
  'reader.text_font': choice('book', ['book', 'serif', 'sans']),
  'reader.text_size': integer(100, 60, 300),
  'reader.text_line_height': integer(150, 100, 250),
  'reader.text_margin': integer(6, 0, 20),
  'reader.text_columns': choice('auto', ['auto', 'one', 'two']),
  'reader.text_flow': choice('pages', ['pages', 'scroll']),
  'reader.text_align': choice('book', ['book', 'start', 'justify']),
  'reader.text_spacing': choice('book', ['book', 'wide']),
  'reader.tap_zones': choice('thirds', ['thirds', 'edges', 'l-shape', 'forward', 'off']),
  'reader.double_tap': flag(true),
  'reader.character_keys': flag(true),
  /** Keys of remotes, gamepads and keyboards by action; absent actions have their usual keys. */
  'reader.keys': keys(),
} as const satisfies Readonly<Record<string, PreferenceDefinition>>;

export type PreferenceKey = keyof typeof PREFERENCES;

/** A preference of the user. */
export const Preference = z.object({
  key: z.string(),
  value: FreeForm,
  /** Type of the value; lists, objects and null are `json`. */
  valueType: z.enum(['string', 'integer', 'float', 'boolean', 'json']),
  /** False for the default. */
  isSet: z.boolean(),
  updatedAt: Timestamp.nullable(),
});
export type Preference = z.infer<typeof Preference>;

/** Segments of letters, digits and `_`, separated by dots. */
export const PreferenceName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[A-Za-z0-9_]+([.][A-Za-z0-9_]+)*$/, 'must be letters, digits and _ in parts with dots between them');
