import { Parser } from 'htmlparser2';

const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const REFERENCE = /&([A-Za-z][A-Za-z0-9]*);/g;

/**
 * Cuts the document type declaration out, so that nothing it declares can ever be expanded or fetched, and tells which
 * entities it declared.
 */
export function cutDoctype(text: string): { readonly text: string; readonly declared: ReadonlySet<string> } {
  const start = /<!DOCTYPE\b/i.exec(text)?.index;
  const declared = new Set<string>();
  if (start === undefined || start > firstElementAt(text)) return { text, declared };
  const end = doctypeEnd(text, start);
  for (const [, name] of text.slice(start, end).matchAll(/<!ENTITY\s+(?:%\s+)?([^\s"'<>%&;]+)/g)) {
    if (name !== undefined) declared.add(name);
  }
  return { text: text.slice(0, start) + text.slice(end), declared };
}

/**
 * What the references of a document stand for: the named characters of HTML as XHTML uses them, and nothing at all for an
 * entity the document declares itself. References neither XML, HTML nor the document knows are absent.
 */
export function resolveReferences(text: string, declared: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name] of text.matchAll(REFERENCE)) {
    if (name === undefined || PREDEFINED.has(name) || found.has(name)) continue;
    if (declared.has(name)) found.set(name, '');
    else {
      const character = decodeHtmlReference(name);
      if (character !== undefined) found.set(name, character);
    }
  }
  return found;
}

/** The text with the given references replaced, for a parser that knows only those of XML. */
export function replaceReferences(text: string, references: ReadonlyMap<string, string>): string {
  return references.size === 0 ? text : text.replace(REFERENCE, (whole, name: string) => references.get(name) ?? whole);
}

function decodeHtmlReference(name: string): string | undefined {
  let text = '';
  const parser = new Parser({ ontext: (piece) => (text += piece) });
  parser.end(`&${name};`);
  // A prefix that needs no semicolon (&copy in &copycat;) leaves letters behind: not the reference that stands there.
  return text.endsWith(';') ? undefined : text;
}

function firstElementAt(text: string): number {
  const found = /<[A-Za-z_]/.exec(text);
  return found?.index ?? text.length;
}

/** Index behind the declaration: `>` outside quotes and outside the internal subset. Unclosed: the end of the text. */
function doctypeEnd(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let index = start + 2; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (text.startsWith('<!--', index)) {
      const close = text.indexOf('-->', index + 4);
      if (close === -1) return text.length;
      index = close + 2;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '<') depth += 1;
    else if (character === '>') {
      if (depth === 0) return index + 1;
      depth -= 1;
    }
  }
  return text.length;
}
