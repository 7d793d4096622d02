import { Parser } from 'htmlparser2';

const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const REFERENCE = /&([A-Za-z][A-Za-z0-9]*);/g;

/** Removes the document type declaration, so that its entities are never expanded or fetched, and lists them. */
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
 * Values of the document's references: named characters of HTML, and empty text for declared entities. Unknown
 * references are absent.
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

/** Replaces the given references, for a parser that only knows those of XML. */
export function replaceReferences(text: string, references: ReadonlyMap<string, string>): string {
  return references.size === 0 ? text : text.replace(REFERENCE, (whole, name: string) => references.get(name) ?? whole);
}

function decodeHtmlReference(name: string): string | undefined {
  let text = '';
  const parser = new Parser({ ontext: (piece) => (text += piece) });
  parser.end(`&${name};`);
  // A prefix without semicolon (&copy in &copycat;) leaves letters: not this reference.
  return text.endsWith(';') ? undefined : text;
}

function firstElementAt(text: string): number {
  const found = /<[A-Za-z_]/.exec(text);
  return found?.index ?? text.length;
}

/** Index after the declaration's `>`, outside quotes and the internal subset; the end of the text when unclosed. */
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
