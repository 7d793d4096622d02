import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import type { TextTest } from './condition-tree.ts';

/** Beyond it no script has upper and lower case. */
const LAST_CASED = 0x1_e9_43;
const ASCII_END = 0x80;

/** The lower case of one letter where that is one letter too. Letters of ASCII are like no others: databases see it so. */
function lowerOf(letter: string): string {
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
    const lower = lowerOf(letter);
    if (lower !== letter) found.set(lower, (found.get(lower) ?? lower) + letter);
  }
  return found;
}

/** A text as filters compare it: letter by letter in lower case. */
function foldCase(text: string): string {
  return Array.from(text, lowerOf).join('');
}

/** All ways to write a letter, itself among them; one letter for what has no case. */
function spellingsOf(letter: string): string {
  variants ??= readVariants();
  const lower = lowerOf(letter);
  if (/^[a-z]$/.test(lower)) return lower + lower.toUpperCase();
  return variants.get(lower) ?? letter;
}

/** Whether a text is of ASCII alone. */
function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

type Predicate = RawBuilder<SqlBool>;

/** What stands before and behind the value in each pattern language: anything at all, or nothing. */
const OPEN_START: ReadonlySet<TextTest['how']> = new Set(['contains', 'endsWith']);
const OPEN_END: ReadonlySet<TextTest['how']> = new Set(['contains', 'beginsWith']);

function likePattern({ how, value }: TextTest): string {
  const literal = value.replace(/[\\%_]/g, String.raw`\$&`);
  return `${OPEN_START.has(how) ? '%' : ''}${literal}${OPEN_END.has(how) ? '%' : ''}`;
}

/** SQLite's GLOB knows upper and lower case apart, and classes of letters. */
function globPattern({ how, value }: TextTest): string {
  const letters = Array.from(value, (letter) => {
    const spellings = spellingsOf(letter);
    if (spellings !== letter) return `[${spellings}]`;
    return '*?['.includes(letter) ? `[${letter}]` : letter;
  });
  return `${OPEN_START.has(how) ? '*' : ''}${letters.join('')}${OPEN_END.has(how) ? '*' : ''}`;
}

function regexPattern({ how, value }: TextTest): string {
  const letters = Array.from(value, (letter) => {
    const spellings = spellingsOf(letter);
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
 * Compares a text on the row as it is stored, both databases alike: upper and lower case are the same in every script, wildcards
 * of the value mean themselves, and letters with accents may be stored as one sign or as two.
 * @param column null never matches; the answer may be null then
 */
export function matchText(kind: DatabaseKind, column: RawBuilder<unknown>, test: TextTest): Predicate {
  const forms = [...new Set([test.value, test.value.normalize('NFC'), test.value.normalize('NFD')])];
  const matches = forms.map((value) => matchOnce(kind, column, { ...test, value }));
  return matches.length === 1 && matches[0] !== undefined ? matches[0] : sql`(${sql.join(matches, sql` or `)})`;
}
