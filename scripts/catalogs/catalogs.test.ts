import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_TAGS } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { readCatalog } from '../../apps/web/plugins/read-catalog.ts';
import { type MessageParts, readMessage } from './read-message.ts';

const apps = join(import.meta.dirname, '../../apps');

type Pair = readonly [message: string, translation: string];

async function readWeb(language: string): Promise<readonly Pair[]> {
  const entries = Object.values(await readCatalog(readFileSync(join(apps, `web/locales/${language}.po`), 'utf8')));
  return entries.map(({ message, translation }) => [message, translation]);
}

function readServer(language: string): readonly Pair[] {
  const text = readFileSync(join(apps, `server/locales/${language}.json`), 'utf8');
  return Object.entries(JSON.parse(text) as Record<string, string>);
}

/** Forms that a plural of the language must have. The Romance `many` is for exact millions only. */
function listPluralForms(language: string): readonly string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const isRomance = /^(?:es|fr|it|pt)/.test(language);
  return pluralCategories.filter((form) => !isRomance || form !== 'many');
}

function complainOfForms(language: string, source: MessageParts, translated: MessageParts): readonly string[] {
  return translated.forms.flatMap(({ argument, kind, names }) => {
    if (kind === 'plural') {
      const missing = listPluralForms(language).filter((form) => !names.includes(form));
      return missing.length === 0 ? [] : [`the plural of ${argument} lacks ${missing.join(', ')}`];
    }
    const choices = source.forms.filter((form) => form.argument === argument && form.kind === kind);
    const isKnown = choices.some((form) => form.names.toSorted().join() === names.toSorted().join());
    return isKnown ? [] : [`the choices of ${argument} are not those of the source`];
  });
}

/** What is wrong with a translation; nothing when it is right. */
function complain(language: string, [message, translation]: Pair): readonly string[] {
  if (translation === '') return [`“${message}” is not translated`];
  const [source, translated] = [readMessage(message), readMessage(translation)];
  const expected = source.placeholders.join(' ');
  const found = translated.placeholders.join(' ');
  const complaints =
    expected === found ? [] : [`has ${found === '' ? 'no placeholder' : found} instead of ${expected}`];
  return [...complaints, ...complainOfForms(language, source, translated)].map((text) => `“${message}”: ${text}`);
}

describe.each(LANGUAGE_TAGS.filter((language) => language !== 'en'))('the catalogs of %s', (language) => {
  it('have every message of the web app, with its placeholders, choices and plural forms', async () => {
    expect((await readWeb(language)).flatMap((pair) => complain(language, pair))).toEqual([]);
  });

  it('have every message of the server, with its placeholders, choices and plural forms', () => {
    expect(readServer(language).flatMap((pair) => complain(language, pair))).toEqual([]);
  });
});

describe('a translation', () => {
  it.each([
    ['{count, plural, one {# book} other {# books}}', '{count, plural, other {# książek}}', 'lacks one, few, many'],
    ['Saved {ago}', 'Zapisano', 'has no placeholder instead of ago'],
    ['Saved', '', 'is not translated'],
    ['{kind, select, book {Book} other {Series}}', '{kind, select, other {Seria}}', 'are not those of the source'],
  ])('of “%s” is not “%s”', (message, translation, complaint) => {
    expect(complain('pl', [message, translation]).join()).toContain(complaint);
  });
});
