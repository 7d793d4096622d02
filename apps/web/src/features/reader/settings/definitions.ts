/** One of a few words; `labels` are what the reader sees. */
interface Choice<Value extends string> {
  readonly kind: 'choice';
  readonly label: string;
  readonly fallback: Value;
  readonly labels: Readonly<Record<Value, string>>;
  readonly help?: string;
}

interface Range {
  readonly kind: 'range';
  readonly label: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string;
}

interface Toggle {
  readonly kind: 'toggle';
  readonly label: string;
  readonly fallback: boolean;
  readonly help?: string;
}

export type Definition = Choice<string> | Range | Toggle;

const choice = <const Value extends string>(
  label: string,
  fallback: NoInfer<Value>,
  labels: Readonly<Record<Value, string>>,
): Choice<Value> => ({ kind: 'choice', label, fallback, labels });

const range = (label: string, fallback: number, bounds: Pick<Range, 'min' | 'max' | 'step' | 'unit'>): Range => ({
  kind: 'range',
  label,
  fallback,
  ...bounds,
});

const toggle = (label: string, fallback: boolean, help: string): Toggle => ({ kind: 'toggle', label, fallback, help });

/** How pages of pictures are shown; direction and layout are the usual ones and may be changed for one series. */
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

/** How text is set. */
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

/** How the reader is operated, whatever it shows. */
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

const DEFINITIONS = { ...PAGE_SETTINGS, ...TEXT_SETTINGS, ...CONTROL_SETTINGS } as const;

type ValueOf<Item> = Item extends Choice<infer Value> ? Value : Item extends Range ? number : boolean;

export type ReaderSettings = { readonly [Key in keyof typeof DEFINITIONS]: ValueOf<(typeof DEFINITIONS)[Key]> };
export type SettingName = keyof ReaderSettings;

/** Whether `value` is one that a definition allows. */
export function isAllowed(definition: Definition, value: unknown): boolean {
  switch (definition.kind) {
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(definition.labels, value);
    case 'range':
      return typeof value === 'number' && value >= definition.min && value <= definition.max;
    case 'toggle':
      return typeof value === 'boolean';
  }
}

/** Settings out of whatever was stored, by this version or another: what is not allowed takes its default. */
export function parseSettings(stored: unknown): ReaderSettings {
  const values = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
  const entries = Object.entries(DEFINITIONS).map(([name, definition]) => {
    const value: unknown = values.get(name);
    return [name, isAllowed(definition, value) ? value : definition.fallback];
  });
  // every name of DEFINITIONS is present with a value that its definition allows
  return Object.fromEntries(entries) as ReaderSettings;
}
