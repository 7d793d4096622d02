import { decodeText } from '../xml/decode-text.ts';
import { styleReference } from './safe-url.ts';

/** Properties that load or run code in some browser. */
const FORBIDDEN_PROPERTIES = new Set(['behavior', 'behaviour', '-ms-behavior', '-moz-binding', 'progid']);
const FORBIDDEN_FUNCTIONS = new Set(['expression', 'javascript', 'eval']);
const ADDRESS_FUNCTIONS = new Set([
  'image-set',
  '-webkit-image-set',
  'image',
  '-webkit-image',
  'cross-fade',
  '-webkit-cross-fade',
  '-moz-image-rect',
]);
/**
 * Functions allowed inside those, besides gradients. Others are dropped: `var()` and custom functions insert text from
 * elsewhere, and a string there is an address.
 */
const INNER_FUNCTIONS = new Set(
  `type calc min max clamp rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix ${[...ADDRESS_FUNCTIONS].join(' ')}`.split(
    ' ',
  ),
);
/** Replaces dropped text, so that its neighbours do not join. */
const GAP = ' ';
const NO_ADDRESS = 'url("about:invalid")';

/**
 * Removes everything that runs code or loads from outside the book: external `url()` and `@import`, `expression()`,
 * `behavior`, `-moz-binding`, also when escaped. Comments and `@charset` are dropped too.
 * @param source text, or bytes decoded by CSS rules: BOM, `@charset`, else UTF-8
 * @param path archive path of the style sheet, or of the document with the style
 * @see CSS Syntax Module Level 3, section 4 (tokenization)
 */
export function sanitizeCss(source: string | Uint8Array, path: string): string {
  const text = typeof source === 'string' ? source : decodeText(source);
  // Line ends are normalized first, as the specification requires.
  const input: Input = { text: text.replaceAll('\0', '').replace(/\r\n?|\f/g, '\n'), at: 0 };
  const out: string[] = [];
  const functions: string[] = [];
  while (input.at < input.text.length) {
    const token = readToken(input);
    if (token.kind === 'comment') out.push(GAP);
    else if (token.kind === 'string')
      out.push(isAddressed(functions) ? apart(out, addressString(token.value, path)) : quote(token.value));
    else if (token.kind === 'ident') writeIdent({ input, out, functions, path }, token);
    else if (token.kind === 'at') writeAtRule({ input, out, functions, path }, token);
    else {
      if (token.raw === '(') functions.push('');
      else if (token.raw === ')') functions.pop();
      out.push(token.raw);
    }
  }
  return out.join('');
}

interface Input {
  readonly text: string;
  at: number;
}

interface Writer {
  readonly input: Input;
  readonly out: string[];
  readonly functions: string[];
  readonly path: string;
}

type Token =
  | { readonly kind: 'comment' }
  | { readonly kind: 'string'; readonly value: string }
  /** `name` is unescaped and in lower case; `raw` is as written. */
  | { readonly kind: 'ident' | 'at'; readonly name: string; readonly raw: string }
  | { readonly kind: 'other'; readonly raw: string };

function readToken(input: Input): Token {
  const { text } = input;
  const character = text.charAt(input.at);
  if (text.startsWith('/*', input.at)) {
    const end = text.indexOf('*/', input.at + 2);
    input.at = end === -1 ? text.length : end + 2;
    return { kind: 'comment' };
  }
  if (text.startsWith('<!--', input.at) || text.startsWith('-->', input.at)) {
    input.at += character === '<' ? 4 : 3;
    return { kind: 'comment' };
  }
  if (character === '"' || character === "'") return { kind: 'string', value: readString(input) };
  const isAt = character === '@';
  const start = input.at + (isAt ? 1 : 0);
  const end = identEnd(text, start);
  if (end === start) {
    input.at += 1;
    return { kind: 'other', raw: character };
  }
  input.at = end;
  const written = text.slice(start, end);
  // An escape swallows one white space: without one of its own it would join the next text (`ur\6c` and a parenthesis
  // behind a comment form an address).
  const raw = endsInEscape(written) ? `${written} ` : written;
  return { kind: isAt ? 'at' : 'ident', name: unescapeCss(raw).toLowerCase(), raw };
}

/** Whether the name ends with a digit of an escape. */
function endsInEscape(name: string): boolean {
  let last = 0;
  for (let at = 0; at < name.length; at = name.charAt(at) === '\\' ? escapeEnd(name, at) : at + 1) last = at;
  return name.charAt(last) === '\\' && HEX.test(name.charAt(last + 1)) && HEX.test(name.at(-1) ?? '');
}

/** Other non-ASCII characters no longer belong to names: counted as such, they would hide a following `url(`. */
const NAME_CHARACTER =
  /[\w\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\udfff\uf900-\ufdcf\ufdf0-\ufffd-]/;
const LINE_END = /[\r\n\f]/;
const HEX = /[0-9a-f]/i;

// Loops, because a regular expression would overflow its stack on a name of a million characters.
function identEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const character = text.charAt(at);
    if (character === '\\' && at + 1 < text.length && !LINE_END.test(text.charAt(at + 1))) at = escapeEnd(text, at);
    else if (character !== '' && NAME_CHARACTER.test(character)) at += 1;
    else return at;
  }
}

/** Index after an escape: one character, or up to six hexadecimal digits and one white space. */
function escapeEnd(text: string, start: number): number {
  let at = start + 1;
  if (!HEX.test(text.charAt(at))) return at + 1;
  while (at < start + 7 && HEX.test(text.charAt(at))) at += 1;
  if (text.startsWith('\r\n', at)) return at + 2;
  return /[ \t\r\n\f]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Reads a string; an unclosed one ends at the line end, by the specification. */
function readString(input: Input): string {
  const { text } = input;
  const quoteMark = text.charAt(input.at);
  let end = input.at + 1;
  for (; end < text.length; end += 1) {
    const character = text.charAt(end);
    if (character === quoteMark || character === '\n' || character === '\r' || character === '\f') break;
    if (character === '\\') end += 1;
  }
  const value = unescapeCss(text.slice(input.at + 1, Math.min(end, text.length)));
  input.at = Math.min(end + (text.charAt(end) === quoteMark ? 1 : 0), text.length);
  return value;
}

function writeIdent(writer: Writer, token: { readonly name: string; readonly raw: string }): void {
  const { input, out, functions } = writer;
  if (input.text.charAt(input.at) === '(') {
    input.at += 1;
    if (token.name === 'url' || token.name === 'src' || token.name === 'url-prefix') writeUrl(writer);
    else if (FORBIDDEN_FUNCTIONS.has(token.name) || (isAddressed(functions) && !isInnerFunction(token.name))) {
      skipParentheses(input);
      out.push(growsOn(input) ? `none${GAP}` : 'none');
    } else {
      functions.push(token.name);
      out.push(token.raw, '(');
    }
    return;
  }
  if (FORBIDDEN_PROPERTIES.has(token.name) && isProperty(input)) {
    skipDeclaration(input);
    out.push(GAP);
    return;
  }
  out.push(token.raw);
}

/** Whether a colon follows, after white space and comments. */
function isProperty({ text, at }: Input): boolean {
  const ahead: Input = { text, at };
  skipSpace(ahead);
  return text.charAt(ahead.at) === ':';
}

function writeUrl({ input, out, path }: Writer): void {
  const value = readUrlValue(input);
  const safe = styleReference(value, path);
  out.push(safe === undefined || value.trim() === '' ? NO_ADDRESS : `url(${quote(safe)})`);
}

/** Reads the value of `url(` and its closing parenthesis. */
function readUrlValue(input: Input): string {
  skipSpace(input);
  const first = input.text.charAt(input.at);
  let value: string;
  if (first === '"' || first === "'") value = readString(input);
  else {
    const start = input.at;
    while (input.at < input.text.length && input.text.charAt(input.at) !== ')') {
      input.at += input.text.charAt(input.at) === '\\' ? 2 : 1;
    }
    value = unescapeCss(input.text.slice(start, input.at).trim());
  }
  skipParentheses(input);
  return value;
}

function writeAtRule(writer: Writer, token: { readonly name: string; readonly raw: string }): void {
  const { input, out, path } = writer;
  if (token.name === 'charset') {
    skipDeclaration(input);
    out.push(GAP);
    return;
  }
  if (token.name !== 'import' && token.name !== 'namespace') {
    out.push('@', token.raw);
    return;
  }
  skipSpace(input);
  const prefix = token.name === 'namespace' ? readPrefix(input) : '';
  const address = readAddress(input);
  const rest = input.text.slice(input.at, skipDeclaration(input));
  // A namespace is never loaded; written as a string, no parser can load it.
  const target = address === undefined || token.name === 'namespace' ? address : localImport(address, path);
  if (target === undefined) out.push(GAP);
  else out.push('@', token.name, ' ', prefix, quote(target), mediaQuery(rest), ';');
}

/** The rest of an import: media and support conditions, without strings, loading functions, or blocks. */
function mediaQuery(rest: string): string {
  const isPlain = /^[\w\s,.():=>-]{1,500}$/.test(rest) && !/url|src/i.test(rest) && isBalanced(rest);
  return isPlain ? ` ${rest.trim()}` : '';
}

/** Whether every parenthesis is closed: an open one would include what follows. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function localImport(address: string, path: string): string | undefined {
  const safe = styleReference(address, path);
  return safe === undefined || /^data:/i.test(safe) ? undefined : safe;
}

function readPrefix(input: Input): string {
  const end = identEnd(input.text, input.at);
  const word = input.text.slice(input.at, end);
  if (word === '' || input.text.charAt(end) === '(') return '';
  input.at = end;
  skipSpace(input);
  return `${word} `;
}

function readAddress(input: Input): string | undefined {
  const first = input.text.charAt(input.at);
  if (first === '"' || first === "'") return readString(input);
  const end = identEnd(input.text, input.at);
  if (unescapeCss(input.text.slice(input.at, end)).toLowerCase() !== 'url' || input.text.charAt(end) !== '(')
    return undefined;
  input.at = end + 1;
  return readUrlValue(input);
}

function skipSpace(input: Input): void {
  for (;;) {
    const character = input.text.charAt(input.at);
    if (character !== '' && /\s/.test(character)) input.at += 1;
    else if (input.text.startsWith('/*', input.at)) readToken(input);
    else return;
  }
}

/** Skips past the parenthesis that closes the one already read. */
function skipParentheses(input: Input): void {
  let depth = 1;
  while (input.at < input.text.length && depth > 0) {
    const token = readToken(input);
    if (token.kind !== 'other') continue;
    if (token.raw === '(') depth += 1;
    else if (token.raw === ')') depth -= 1;
  }
}

/** Skips past the declaration's `;`, or up to its block's `}`. Returns that index. */
function skipDeclaration(input: Input): number {
  let depth = 0;
  while (input.at < input.text.length) {
    const before = input.at;
    const token = readToken(input);
    if (token.kind !== 'other') continue;
    if (/[([{]/.test(token.raw)) depth += 1;
    else if (depth > 0 && /[)\]}]/.test(token.raw)) depth -= 1;
    else if (depth === 0 && token.raw === ';') return before;
    else if (depth === 0 && token.raw === '}') {
      input.at = before;
      return before;
    }
  }
  return input.text.length;
}

/** Whether a string is an address here; the media type in `type()` is not. */
function isAddressed(functions: readonly string[]): boolean {
  return functions.at(-1) !== 'type' && functions.some((name) => ADDRESS_FUNCTIONS.has(name));
}

function isInnerFunction(name: string): boolean {
  return INNER_FUNCTIONS.has(name) || name.endsWith('-gradient');
}

/** Whether the next character would extend a preceding name. */
function growsOn({ text, at }: Input): boolean {
  return text.charAt(at) === '(' || identEnd(text, at) > at;
}

/** Prepends a space where the piece would join a preceding name. */
function apart(out: readonly string[], piece: string): string {
  const before = out.at(-1) ?? '';
  return before !== '' && identEnd(before, 0) === before.length ? GAP + piece : piece;
}

function addressString(value: string, path: string): string {
  const safe = styleReference(value, path);
  return safe === undefined ? NO_ADDRESS : quote(safe);
}

function unescapeCss(raw: string): string {
  return raw.replace(
    /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[^]))/gi,
    (_whole, hex?: string, other?: string) => {
      if (hex === undefined) return other === undefined || /[\r\n\f]/.test(other) ? '' : other;
      const code = Number.parseInt(hex, 16);
      return code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)
        ? '\ufffd'
        : String.fromCodePoint(code);
    },
  );
}

/** A CSS string in double quotes; escapes characters that end it or mean something to a markup parser. */
function quote(value: string): string {
  const escaped = value.replace(
    /["\\<>&\p{Cc}]/gu,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped}"`;
}
