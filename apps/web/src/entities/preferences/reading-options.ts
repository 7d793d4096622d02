import { t } from '@lingui/core/macro';
import { choice, type Definition, isAllowed, range, toggle, type OptionValue } from './definition.ts';
import type { Values } from './values.ts';

/** Options for page images. Direction and layout are defaults; a series can override them. */
export const PAGE_SETTINGS = {
  layout: choice(t`Page layout`, 'single', {
    single: t`Single`,
    double: t`Double`,
    'double-cover': t`Double, cover alone`,
  }),
  fit: choice(t`Fit`, 'screen', {
    screen: t`Screen`,
    width: t`Width`,
    height: t`Height`,
    original: t`Original`,
    shrink: t`Shrink only`,
  }),
  background: choice(t`Background`, 'black', { theme: t`Theme`, black: t`Black`, grey: t`Grey`, white: t`White` }),
  brightness: range(t`Brightness`, 100, { min: 30, max: 100, step: 5, unit: '%' }),
  motion: choice(t`Page turn`, 'none', { none: t`Instant`, slide: t`Slide` }),
  stripWidth: range(t`Webtoon width`, 100, { min: 30, max: 100, step: 5, unit: '%' }),
  stripGap: range(t`Webtoon gap`, 0, { min: 0, max: 64, step: 4, unit: 'px' }),
  images: choice(t`Page images`, 'screen', { screen: t`Made for this screen`, original: t`Original` }),
  greys: toggle(t`16 greys`, false, t`For e-ink screens`),
  contrast: range(t`Contrast`, 0, { min: 0, max: 3, step: 1, unit: '' }),
  ahead: range(t`Pages loaded ahead`, 4, { min: 0, max: 10, step: 1, unit: '' }),
} as const;

export const TEXT_SETTINGS = {
  textTheme: choice(t`Page color`, 'auto', {
    auto: t`Theme`,
    white: t`White`,
    sepia: t`Sepia`,
    dark: t`Dark`,
    black: t`Black`,
    ink: t`Black on white`,
  }),
  font: choice(t`Font`, 'book', { book: t`From the book`, serif: t`Serif`, sans: t`Sans-serif` }),
  fontSize: range(t`Text size`, 100, { min: 60, max: 300, step: 10, unit: '%' }),
  lineHeight: range(t`Line height`, 150, { min: 100, max: 250, step: 10, unit: '%' }),
  margin: range(t`Margins`, 6, { min: 0, max: 20, step: 1, unit: '%' }),
  columns: choice(t`Columns`, 'auto', { auto: t`Automatic`, one: t`One`, two: t`Two` }),
  flow: choice(t`Flow`, 'pages', { pages: t`Pages`, scroll: t`Scroll` }),
  align: choice(t`Alignment`, 'book', { book: t`From the book`, start: t`Not justified`, justify: t`Justified` }),
  spacing: choice(t`Spacing`, 'book', { book: t`From the book`, wide: t`Wide` }),
} as const;

/** Controls of every reader. */
export const CONTROL_SETTINGS = {
  tapZones: choice(t`Tap zones`, 'thirds', {
    thirds: t`Thirds`,
    edges: t`Edges`,
    'l-shape': t`One hand`,
    forward: t`All forward`,
    off: t`Off`,
  }),
  refreshPages: range(t`Pages between screen refreshes`, 0, { min: 0, max: 50, step: 1, unit: '' }),
  doubleTap: toggle(t`Double tap to zoom`, true, t`Double tap or double click in the middle of a page`),
  characterKeys: toggle(
    t`Single-letter keys`,
    true,
    t`When off, only arrows, Space, Page Up, Page Down, Home, End, Enter and Escape work`,
  ),
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
  images: 'reader.page_images',
  greys: 'reader.page_greys',
  contrast: 'reader.page_contrast',
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
  refreshPages: 'reader.refresh_pages',
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
