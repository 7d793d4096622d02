import { allowedAttribute } from './allowed-attributes.ts';
import { linkReference, loadReference, localReference } from './safe-url.ts';
import { sanitizeCss } from './sanitize-css.ts';

/** An element to be written. */
export interface WrittenElement {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
}

/** An allowed element with unchecked attributes. */
export interface AllowedElement {
  readonly name: string;
  readonly dialect: 'html' | 'svg' | 'math';
}

type Attributes = ReadonlyMap<string, string>;

const LOADING_SRC = new Set(['img', 'audio', 'video', 'source', 'track', 'mglyph']);
const LOADING_HREF = new Set(['image', 'feImage']);

/**
 * Keeps the safe attributes, with references relative to the document. Undefined when the element is useless without
 * its dropped ones (`link` to another server, most `meta`). An `object` with a picture becomes an `img`.
 */
export function safeAttributes(
  element: AllowedElement,
  written: readonly (readonly [string, string])[],
  path: string,
): WrittenElement | undefined {
  if (element.dialect === 'html' && (element.name === 'link' || element.name === 'meta' || element.name === 'object')) {
    const raw = new Map(written.map(([name, value]) => [name.toLowerCase(), value]));
    if (element.name === 'link') return safeLink(raw, path);
    return element.name === 'meta' ? safeMeta(raw) : pictureObject(raw, path);
  }
  const kept = keepSafe(element, written, path);
  if (isOutwardLink(element, kept)) kept.set('rel', 'noopener noreferrer external');
  return { name: element.name, attributes: [...kept] };
}

function keepSafe(
  element: AllowedElement,
  written: readonly (readonly [string, string])[],
  path: string,
): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [name, value] of written) {
    const allowed = allowedAttribute(element.dialect, name);
    const safe = allowed === undefined ? undefined : safeValue(element, allowed, { value, path });
    if (allowed !== undefined && safe !== undefined && !kept.has(allowed)) kept.set(allowed, safe);
  }
  return kept;
}

interface Written {
  readonly value: string;
  readonly path: string;
}

function safeValue(element: AllowedElement, name: string, { value, path }: Written): string | undefined {
  switch (name) {
    case 'href':
    case 'xlink:href':
      return safeHref(element, value, path);
    case 'src':
      return LOADING_SRC.has(element.name) ? loadReference(value, path) : undefined;
    case 'poster':
    case 'altimg':
      return loadReference(value, path);
    case 'srcset':
      return safeSourceSet(value, path);
    case 'usemap':
      return value.trim().startsWith('#') ? value.trim() : undefined;
    case 'style':
      return sanitizeCss(value, path);
    default:
      return safeText(element, value, path);
  }
}

function safeHref(element: AllowedElement, value: string, path: string): string | undefined {
  if (element.name === 'a' || element.name === 'area') return linkReference(value, path)?.href;
  // Formulas have no `rel`: their links stay in the book.
  if (element.dialect === 'math') return localReference(value, path);
  if (element.dialect !== 'svg') return undefined;
  return LOADING_HREF.has(element.name) ? loadReference(value, path) : localReference(value, path);
}

function safeText(element: AllowedElement, value: string, path: string): string | undefined {
  if (/^(?:javascript|vbscript|data):/i.test(value.replace(/[\p{Cc}\p{Cf}\s]/gu, ''))) return undefined;
  // Presentation attributes of SVG are style: `fill="url(…)"`.
  return element.dialect === 'svg' && /[(\\]/.test(value) ? sanitizeCss(value, path) : value;
}

function safeSourceSet(value: string, path: string): string | undefined {
  const candidates = value.split(/,\s+/).flatMap((candidate) => {
    const [address = '', size = ''] = candidate.trim().split(/\s+/, 2);
    const safe = address === '' ? undefined : localReference(address, path);
    return safe === undefined ? [] : [/^\d+(?:\.\d+)?[wx]$/.test(size) ? `${safe} ${size}` : safe];
  });
  return candidates.length === 0 ? undefined : candidates.join(', ');
}

function isOutwardLink({ name }: AllowedElement, kept: Attributes): boolean {
  const href = kept.get('href') ?? kept.get('xlink:href') ?? '';
  return (name === 'a' || name === 'area') && /^[a-z][a-z0-9+.-]*:/i.test(href);
}

function safeLink(raw: Attributes, path: string): WrittenElement | undefined {
  const relations = (raw.get('rel') ?? '').toLowerCase().split(/\s+/);
  const href = localReference(raw.get('href') ?? '', path);
  const isStyle = relations.includes('stylesheet') && /^(?:text\/css)?$/i.test((raw.get('type') ?? '').trim());
  if (!isStyle || href === undefined || (raw.get('href') ?? '').trim() === '') return undefined;
  const rel = relations.includes('alternate') ? 'alternate stylesheet' : 'stylesheet';
  const others = ['media', 'title', 'class'].flatMap((name): [string, string][] => {
    const value = raw.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { name: 'link', attributes: [['rel', rel], ['type', 'text/css'], ['href', href], ...others] };
}

function safeMeta(raw: Attributes): WrittenElement | undefined {
  const content = raw.get('content');
  if (raw.get('name')?.toLowerCase() !== 'viewport' || content === undefined) return undefined;
  return {
    name: 'meta',
    attributes: [
      ['name', 'viewport'],
      ['content', content],
    ],
  };
}

function pictureObject(raw: Attributes, path: string): WrittenElement | undefined {
  const address = raw.get('data');
  const source = address === undefined ? undefined : localReference(address, path);
  const isPicture =
    /^image\//i.test(raw.get('type') ?? '') || /\.(?:jpe?g|png|gif|webp|avif|svg)(?:#.*)?$/i.test(source ?? '');
  if (source === undefined || !isPicture) return undefined;
  const others = ['id', 'class', 'width', 'height', 'title', 'alt'].flatMap((name): [string, string][] => {
    const value = raw.get(name) ?? (name === 'alt' ? (raw.get('aria-label') ?? '') : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return { name: 'img', attributes: [['src', source], ...others] };
}
