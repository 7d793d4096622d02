import { choice, type Definition, isAllowed, range, toggle, type OptionValue } from './definition.ts';
import type { Values } from './values.ts';

/** Options for page images. Direction and layout are defaults; a series can override them. */
export const PAGE_SETTINGS = {
  layout: choice('Pages', 'single', { single: 'Single', double: 'Double', 'double-cover': 'Double, cover alone' }),
  fit: choice('Fit', 'screen', {
    screen: 'Screen',
    width: 'Width',
    height: 'Height',
    original: 'Original',
    shrink: 'Shrink only',
  }),
  background: choice('Background', 'theme', { theme: 'Theme', black: 'Black', grey: 'Grey', white: 'White' }),
  brightness: range('Brightness', 100, { min: 30, max: 100, step: 5, unit: '%' }),
  motion: choice('Page turn', 'none', { none: 'At once', slide: 'Slide' }),
  stripWidth: range('Webtoon width', 100, { min: 30, max: 100, step: 5, unit: '%' }),
  stripGap: range('Webtoon gap', 0, { min: 0, max: 64, step: 4, unit: 'px' }),
  ahead: range('Pages loaded ahead', 4, { min: 0, max: 10, step: 1, unit: '' }),
} as const;

export const TEXT_SETTINGS = {
  textTheme: choice('Paper', 'auto', { auto: 'Theme', white: 'White', sepia: 'Sepia', dark: 'Dark', black: 'Black' }),
  font: choice('Font', 'book', { book: 'The book’s', serif: 'Serif', sans: 'Sans' }),
  fontSize: range('Text size', 100, { min: 60, max: 300, step: 10, unit: '%' }),
  lineHeight: range('Line height', 150, { min: 100, max: 250, step: 10, unit: '%' }),
  margin: range('Margins', 6, { min: 0, max: 20, step: 1, unit: '%' }),
  columns: choice('Columns', 'auto', { auto: 'Automatic', one: 'One', two: 'Two' }),
  flow: choice('Flow', 'pages', { pages: 'Pages', scroll: 'Scroll' }),
  align: choice('Alignment', 'book', { book: 'The book’s', start: 'Ragged', justify: 'Justified' }),
  spacing: choice('Spacing', 'book', { book: 'The book’s', wide: 'Wide' }),
} as const;

/** Controls of every reader. */
export const CONTROL_SETTINGS = {
  tapZones: choice('Tap zones', 'thirds', {
    thirds: 'Thirds',
    edges: 'Edges',
    'l-shape': 'One hand',
    forward: 'All forward',
    off: 'Off',
  }),
  doubleTap: toggle('Double tap zooms', true, 'Double tap or double click in the middle of a page'),
  characterKeys: toggle('Single-letter keys', true, 'Off: only arrows, Space, Page, Home, End, Enter and Escape work'),
} as const;

export const READING_OPTIONS = { ...PAGE_SETTINGS, ...TEXT_SETTINGS, ...CONTROL_SETTINGS } as const;

export type ReaderSettings = {
  readonly [Key in keyof typeof READING_OPTIONS]: OptionValue<(typeof READING_OPTIONS)[Key]>;
};
export type SettingName = keyof ReaderSettings;

/** Server keys of the reader options. */
export const READING_KEYS = {
  layout: 'reader.page_layout',
  fit: 'reader.page_fit',
  background: 'reader.background',
  brightness: 'reader.brightness',
  motion: 'reader.page_turn',
  stripWidth: 'reader.strip_width',
  stripGap: 'reader.strip_gap',
  ahead: 'reader.pages_ahead',
  textTheme: 'reader.text_theme',
  font: 'reader.text_font',
  fontSize: 'reader.text_size',
  lineHeight: 'reader.text_line_height',
  margin: 'reader.text_margin',
  columns: 'reader.text_columns',
  flow: 'reader.text_flow',
  align: 'reader.text_align',
  spacing: 'reader.text_spacing',
  tapZones: 'reader.tap_zones',
  doubleTap: 'reader.double_tap',
  characterKeys: 'reader.character_keys',
} as const satisfies Readonly<Record<SettingName, string>>;

/** Reads the options from preferences of any version; an invalid value counts as the default. */
export function parseReadingOptions(values: Values): ReaderSettings {
  const entries = Object.entries<Definition>(READING_OPTIONS).map(([name, definition]) => {
    // the keys of READING_OPTIONS
    const value = values[READING_KEYS[name as SettingName]];
    return [name, isAllowed(definition, value) ? value : definition.fallback];
  });
  // every name is present with a value that its definition allows
  return Object.fromEntries(entries) as ReaderSettings;
}
