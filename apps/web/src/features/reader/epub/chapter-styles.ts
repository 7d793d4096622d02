import type { ReaderSettings } from '#entities/preferences/reading-options.ts';
import type { PageGeometry } from './page-geometry.ts';

export interface PaperColours {
  readonly paper: string;
  readonly ink: string;
  readonly link: string;
  /** A dark theme drops the book's own colours, which assume white paper. */
  readonly isDark: boolean;
  /** Drops the book's own colours on white paper, too. */
  readonly isPlain?: boolean;
}

const PAPERS: Readonly<Record<Exclude<ReaderSettings['textTheme'], 'auto'>, PaperColours>> = {
  white: { paper: '#ffffff', ink: '#1a1a1a', link: '#0b57a4', isDark: false },
  sepia: { paper: '#f4ecd8', ink: '#3b2f1e', link: '#7a4a00', isDark: false },
  dark: { paper: '#1c1b19', ink: '#d9d4ca', link: '#8ab8e6', isDark: true },
  black: { paper: '#000000', ink: '#c9c5bd', link: '#8ab8e6', isDark: true },
  ink: { paper: '#ffffff', ink: '#000000', link: '#000000', isDark: false, isPlain: true },
};

/** Colours of a text theme; `app` are those of the application. */
export function getPaperColours(theme: ReaderSettings['textTheme'], app: PaperColours): PaperColours {
  return theme === 'auto' ? app : PAPERS[theme];
}

const FONTS: Readonly<Record<ReaderSettings['font'], string>> = {
  book: '',
  serif: 'Georgia, "Iowan Old Style", "Palatino Linotype", "Noto Serif", serif',
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif',
};

function colours({ paper, ink, link, isDark, isPlain = isDark }: PaperColours): string {
  const plain = isPlain
    ? `body *:not(a, a *, img, svg, svg *, video) { color: inherit !important; background-color: transparent !important;
        border-color: currentcolor !important; }
      ${isDark ? 'img { filter: brightness(0.9); }' : 'a:any-link { text-decoration: underline !important; }\n      *, *::before, *::after { animation: none !important; transition: none !important; box-shadow: none !important; text-shadow: none !important; }'}`
    : '';
  return `
    :root { background: ${paper} !important; color: ${ink} !important; color-scheme: ${isDark ? 'dark' : 'light'}; }
    body { background: transparent !important; color: inherit !important; }
    a:any-link, a:any-link * { color: ${link} !important; }
    ${plain}`;
}

function type(settings: ReaderSettings): string {
  const { font, fontSize, lineHeight, align, spacing } = settings;
  const family = FONTS[font];
  const text = 'p, li, dd, dt, blockquote, td, th, figcaption, div';
  return `
    :root { font-size: ${fontSize}% !important; }
    :root, body { line-height: ${lineHeight / 100}; }
    p, li, dd, blockquote { line-height: ${lineHeight / 100} !important; }
    ${family === '' ? '' : `:root, body, body *:not(pre, code, kbd, samp, svg *, math *) { font-family: ${family} !important; }`}
    ${align === 'book' ? '' : `p, li, dd, blockquote { text-align: ${align} !important; }`}
    ${align === 'justify' ? 'p, li, dd, blockquote { hyphens: auto; }' : ''}
    ${
      spacing === 'wide'
        ? `${text} { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
           p { margin-block-end: 2em !important; line-height: ${Math.max(1.5, lineHeight / 100)} !important; }`
        : ''
    }`;
}

/** Keeps images whole and inside a column. */
function pictures(block: number): string {
  return `
    img, svg, video, object { max-inline-size: 100% !important; max-block-size: ${block}px !important; object-fit: contain;
      break-inside: avoid; box-sizing: border-box; }
    pre { white-space: pre-wrap !important; overflow-wrap: anywhere; }
    table { max-inline-size: 100% !important; }
    :root, body { overflow-wrap: break-word; }`;
}

function pages({ inline, block, columnWidth, gap, edge }: PageGeometry): string {
  return `
    :root { overflow: hidden !important; margin: 0 !important; padding: 0 !important; border: 0 !important;
      max-inline-size: none !important; touch-action: none; position: static !important; }
    body { box-sizing: border-box !important; position: static !important; display: block !important; float: none !important;
      inline-size: ${inline}px !important; block-size: ${block}px !important;
      min-inline-size: 0 !important; max-inline-size: none !important; min-block-size: 0 !important; max-block-size: none !important;
      margin: 0 !important; border: 0 !important; padding-block: ${edge}px !important; padding-inline: ${gap / 2}px !important;
      overflow: visible !important; column-width: ${columnWidth}px !important; column-count: auto !important;
      column-gap: ${gap}px !important; column-fill: auto !important; column-rule: none !important; }
    body::after { content: "" !important; display: block !important; break-before: column !important;
      block-size: ${block * 2}px !important; visibility: hidden; }
    h1, h2, h3, h4, h5, h6 { break-after: avoid; }`;
}

function scroll({ columnWidth, edge }: PageGeometry): string {
  return `
    :root { overflow: hidden auto !important; touch-action: pan-y; margin: 0 !important; padding: 0 !important; }
    body { box-sizing: border-box !important; max-inline-size: ${columnWidth}px !important; margin: 0 auto !important;
      padding-block: ${edge}px !important; padding-inline: 0 !important; columns: auto !important; block-size: auto !important; }`;
}

/** The reader's style sheet, loaded after the book's own. */
export function chapterStyles(settings: ReaderSettings, geometry: PageGeometry, colors: PaperColours): string {
  const { block, edge } = geometry;
  return [
    colours(colors),
    type(settings),
    pictures(Math.max(40, block - edge * 2)),
    settings.flow === 'pages' ? pages(geometry) : scroll(geometry),
  ].join('\n');
}
