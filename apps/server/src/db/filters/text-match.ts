import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import type { TextTest } from './condition-tree.ts';

/** The last code point with case. */
const LAST_CASED = 0x1_e9_43;
const ASCII_END = 0x80;

/** The lower case of one letter, when that is one letter too. ASCII letters match only ASCII, as in the databases. */
function toLower(letter: string): string {
  const lower = letter.toLowerCase();
  if (Array.from(lower).length !== 1) return letter;
  const isPlain = (text: string): boolean => (text.codePointAt(0) ?? 0) < ASCII_END;
  return isPlain(lower) === isPlain(letter) ? lower : letter;
}

let variants: ReadonlyMap<string, string> | undefined;

function readVariants(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let point = ASCII_END; point <= LAST_CASED; point += 1) {
    const letter = String.fromCodePoint(point);
    const lower = toLower(letter);
    if (lower !== letter) found.set(lower, (found.get(lower) ?? lower) + letter);
  }
  return found;
}

/** A text in lower case, letter by letter. */
function foldCase(text: string): string {
  return Array.from(text, toLower).join('');
}

/** Both cases of a letter; the letter itself where it has none. */
function listSpellings(letter: string): string {
  variants ??= readVariants();
  const lower = toLower(letter);
  if (/^[a-z]$/.test(lower)) return lower + lower.toUpperCase();
  return variants.get(lower) ?? letter;
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

type Predicate = RawBuilder<SqlBool>;

/** Whether any text may precede or follow the value. */
const OPEN_START: ReadonlySet<TextTest['how']> = new Set(['contains', 'endsWith']);
const OPEN_END: ReadonlySet<TextTest['how']> = new Set(['contains', 'beginsWith']);

function likePattern({ how, value }: TextTest): string {
  const literal = value.replace(/[\\%_]/g, String.raw`\$&`);
  return `${OPEN_START.has(how) ? '%' : ''}${literal}${OPEN_END.has(how) ? '%' : ''}`;
}

/** SQLite's GLOB is case-sensitive and has character classes. */
function globPattern({ how, value }: TextTest): string {
  const letters = Array.from(value, (letter) => {
    const spellings = listSpellings(letter);
    if (spellings !== letter) return `[${spellings}]`;
    return '*?['.includes(letter) ? `[${letter}]` : letter;
  });
  return `${OPEN_START.has(how) ? '*' : ''}${letters.join('')}${OPEN_END.has(how) ? '*' : ''}`;
}

function regexPattern({ how, value }: TextTest): string {
  const letters = Array.from(value, (letter) => {
    const spellings = listSpellings(letter);
    if (spellings !== letter) return `[${spellings}]`;
    return letter.replace(/[\\^$.|?*+()[\]{}]/, String.raw`\$&`);
  });
  return `${OPEN_START.has(how) ? '' : '^'}${letters.join('')}${OPEN_END.has(how) ? '' : '$'}`;
}

function matchOnce(kind: DatabaseKind, column: RawBuilder<unknown>, test: TextTest): Predicate {
  if (isAscii(test.value)) {
    const pattern = likePattern(test);
    return kind === 'sqlite'
      ? sql`${column} like ${pattern} escape '\\'`
      : sql`lower(${column} collate "C") like ${foldCase(pattern)} escape '\\'`;
  }
  return kind === 'sqlite'
    ? sql`${column} glob ${globPattern(test)}`
    : sql`${column} collate "C" ~ ${regexPattern(test)}`;
}

/**
 * Compares a stored text, alike on both databases: case-insensitive in every script, wildcards are literal, and accents
 * match in composed and decomposed form.
 * @param column null never matches; the result may be null then
 */
export function matchText(kind: DatabaseKind, column: RawBuilder<unknown>, test: TextTest): Predicate {
  const forms = [...new Set([test.value, test.value.normalize('NFC'), test.value.normalize('NFD')])];
  const matches = forms.map((value) => matchOnce(kind, column, { ...test, value }));
  return matches.length === 1 && matches[0] !== undefined ? matches[0] : sql`(${sql.join(matches, sql` or `)})`;
}
