import { DROPPED_ELEMENTS, HTML_ELEMENTS, MATH_ELEMENTS, svgElement, VOID_ELEMENTS } from './allowed-elements.ts';
import { safeAttributes, type WrittenElement } from './safe-attributes.ts';
import { sanitizeCss } from './sanitize-css.ts';

/** Receives the elements of a document and writes the safe ones as well-formed XHTML or SVG. */
export interface MarkupWriter {
  readonly open: (name: string, attributes: readonly (readonly [string, string])[]) => void;
  readonly close: () => void;
  readonly text: (text: string) => void;
  readonly finish: () => string;
}

type Dialect = 'html' | 'svg' | 'math';

interface OpenElement {
  /** Name as written; empty when only the content is kept. */
  readonly name: string;
  readonly dialect: Dialect;
  /** `title` and `style` only hold text. */
  readonly holds: 'anything' | 'text' | 'style';
}

const NAMESPACES: Readonly<Record<Dialect, string>> = {
  html: 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"',
  svg: 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"',
  math: 'xmlns="http://www.w3.org/1998/Math/MathML"',
};

const HEAD_ELEMENTS = new Set(['title', 'style', 'link', 'meta']);

/**
 * Creates the writer of one document. Its result is well-formed, holds only allowed elements and attributes, and no
 * text that a parser could take for markup.
 * @param path of the document in the archive, the base of its references
 * @param rootDialect `svg` keeps a single drawing, `html` a page
 */
export function createMarkupWriter(path: string, rootDialect: 'html' | 'svg'): MarkupWriter {
  const out: string[] = [];
  const stack: OpenElement[] = [];
  let dropDepth = 0;
  let writtenDepth = 0;
  let styleText = '';
  const frame = rootDialect === 'html' ? createPageFrame(out) : createDrawingFrame(out);

  const push = (name: string, dialect: Dialect, holds: OpenElement['holds']): void => {
    stack.push({ name, dialect, holds });
    if (name !== '') writtenDepth += 1;
  };

  const open: MarkupWriter['open'] = (rawName, rawAttributes) => {
    const local = rawName.slice(rawName.lastIndexOf(':') + 1);
    if (dropDepth > 0 || DROPPED_ELEMENTS.has(local.toLowerCase())) {
      dropDepth += 1;
      return;
    }
    const { dialect, holds } = stack.at(-1) ?? { dialect: 'html', holds: 'anything' };
    const known = holds === 'anything' ? nameIn(dialect, local) : undefined;
    const element = known === undefined ? undefined : safeAttributes(known, rawAttributes, path);
    if (element === undefined || known === undefined || !frame.admit(element, known.dialect, writtenDepth === 0)) {
      push('', dialect, holds);
      return;
    }
    const isVoid = known.dialect === 'html' && VOID_ELEMENTS.has(element.name);
    out.push(tag(element, known, isVoid));
    // A replaced object loses its fallback content.
    if (known.name === 'object') dropDepth = 1;
    else push(isVoid ? '' : element.name, known.dialect, getContentKind(element.name));
  };

  const close = (): void => {
    if (dropDepth > 0) {
      dropDepth -= 1;
      return;
    }
    const element = stack.pop();
    if (element === undefined || element.name === '') return;
    writtenDepth -= 1;
    if (element.holds === 'style') out.push(writeStyle(styleText, path));
    if (element.holds === 'style') styleText = '';
    out.push(`</${element.name}>`);
  };

  return {
    open,
    close,
    text: (text) => {
      if (dropDepth > 0) return;
      if (stack.at(-1)?.holds === 'style') styleText += text;
      else if (text.trim() === '' ? writtenDepth > 0 || frame.isOpen() : frame.admitText(writtenDepth === 0))
        out.push(escapeMarkup(text));
    },
    finish: () => {
      dropDepth = 0;
      while (stack.length > 0) close();
      frame.finish();
      return out.join('');
    },
  };
}

/** Without these characters, HTML and XML parsers read the same text. */
function writeStyle(text: string, path: string): string {
  return sanitizeCss(text, path).replaceAll('<', '\\3c ').replaceAll('&', '\\26 ').replaceAll(']]>', ']] >');
}

function getContentKind(name: string): OpenElement['holds'] {
  if (name === 'style') return 'style';
  return name === 'title' ? 'text' : 'anything';
}

function tag(element: WrittenElement, known: KnownElement, isVoid: boolean): string {
  const namespace = known.isRoot ? ` ${NAMESPACES[known.dialect]}` : '';
  return `<${element.name}${namespace}${writeAttributes(element)}${isVoid ? '/>' : '>'}`;
}

function writeAttributes({ attributes }: WrittenElement): string {
  return attributes
    .map(([name, value]) => ` ${name}="${escapeMarkup(value).replace(/[\t\n]/g, toReference)}"`)
    .join('');
}

interface KnownElement {
  readonly name: string;
  readonly dialect: Dialect;
  /** The first element of its dialect names the namespace; HTML's root is written by the frame. */
  readonly isRoot: boolean;
}

function nameIn(outer: Dialect, local: string): KnownElement | undefined {
  const lower = local.toLowerCase();
  if (lower === 'svg' && outer !== 'svg') return { name: 'svg', dialect: 'svg', isRoot: true };
  if (lower === 'math' && outer !== 'math') return { name: 'math', dialect: 'math', isRoot: true };
  if (outer === 'svg') {
    const name = svgElement(lower);
    return name === undefined ? undefined : { name, dialect: 'svg', isRoot: false };
  }
  if (outer === 'math' && MATH_ELEMENTS.has(lower)) return { name: lower, dialect: 'math', isRoot: false };
  if (lower === 'object') return { name: 'object', dialect: 'html', isRoot: false };
  return outer === 'html' && HTML_ELEMENTS.has(lower) ? { name: lower, dialect: 'html', isRoot: false } : undefined;
}

/** Orders the outermost elements: one root, nothing outside it. */
interface Frame {
  /** Whether the element's tags may be written here; writes what must precede them. */
  readonly admit: (element: WrittenElement, dialect: Dialect, isOutermost: boolean) => boolean;
  readonly admitText: (isOutermost: boolean) => boolean;
  /** Whether white space may be written. */
  readonly isOpen: () => boolean;
  readonly finish: () => void;
}

/** Writes `html`, `head` and `body` once each, in order. */
function createPageFrame(out: string[]): Frame {
  let place: 'outside' | 'head' | 'body' = 'outside';
  const enterHead = (attributes: string): void => {
    if (place !== 'outside') return;
    out.push(`<!DOCTYPE html>\n<html ${NAMESPACES.html}${attributes}><head><meta charset="utf-8"/>`);
    place = 'head';
  };
  const enterBody = (attributes: string): void => {
    enterHead('');
    if (place === 'head') out.push(`</head><body${attributes}>`);
    place = 'body';
  };
  return {
    admit: (element, dialect, isOutermost) => {
      const isHtml = dialect === 'html';
      if (isHtml && (element.name === 'html' || element.name === 'head')) enterHead(writeAttributes(element));
      else if (isHtml && element.name === 'body') enterBody(writeAttributes(element));
      else {
        // The place changes only between elements: the end tag of the head must not be inside another element.
        if (isHtml && HEAD_ELEMENTS.has(element.name)) enterHead('');
        else if (isOutermost) enterBody('');
        return true;
      }
      return false;
    },
    admitText: (isOutermost) => {
      if (isOutermost) enterBody('');
      return true;
    },
    isOpen: () => place === 'body',
    finish: () => {
      enterBody('');
      out.push('</body></html>');
    },
  };
}

function createDrawingFrame(out: string[]): Frame {
  let hasRoot = false;
  return {
    admit: (element, dialect, isOutermost) => {
      if (dialect !== 'svg' || (isOutermost && (hasRoot || element.name !== 'svg'))) return false;
      hasRoot = true;
      return true;
    },
    admitText: (isOutermost) => !isOutermost,
    isOpen: () => false,
    finish: () => {
      if (!hasRoot) out.push(`<svg ${NAMESPACES.svg}></svg>`);
    },
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => ESCAPES[character] ?? toReference(character));
}

/** Keeps white space that parsers would change. */
function toReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
