import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import type { TextTest } from './condition-tree.ts';
import { foldCase, isAscii, spellingsOf } from './letter-case.ts';

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
 * Compares a stored text, alike on both databases: case-insensitive in every script, wildcards are literal, and accents
 * match in composed and decomposed form.
 * @param column null never matches; the result may be null then
 */
export function matchText(kind: DatabaseKind, column: RawBuilder<unknown>, test: TextTest): Predicate {
  const forms = [...new Set([test.value, test.value.normalize('NFC'), test.value.normalize('NFD')])];
  const matches = forms.map((value) => matchOnce(kind, column, { ...test, value }));
  return matches.length === 1 && matches[0] !== undefined ? matches[0] : sql`(${sql.join(matches, sql` or `)})`;
}
