import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_TAGS } from '@lectern/contract/languages';
import { describe, expect, it } from 'vitest';
import { type MessageParts, readMessage } from './read-message.ts';
import { readCatalog } from './read-catalog.ts';

const read = async (language: string) =>
  readCatalog(readFileSync(join(import.meta.dirname, `../locales/${language}.po`), 'utf8'));

/** Forms that a plural of the language must have. The Romance `many` is for exact millions only. */
function listPluralForms(language: string): readonly string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const isRomance = /^(?:es|fr|it|pt)/.test(language);
  return pluralCategories.filter((form) => !isRomance || form !== 'many');
}

/** Words that say what is wrong with a translation; none when it is right. */
function complain(language: string, source: MessageParts, translated: MessageParts): readonly string[] {
  const expected = source.placeholders.join(' ');
  const found = translated.placeholders.join(' ');
  const complaints = expected === found ? [] : [`has ${found || 'no placeholder'} instead of ${expected}`];
  for (const { argument, kind, names } of translated.forms) {
    if (kind === 'plural') {
      const missing = listPluralForms(language).filter((form) => !names.includes(form));
      if (missing.length > 0) complaints.push(`the plural of ${argument} lacks ${missing.join(', ')}`);
    }
    if (kind === 'select') {
      const choices = source.forms
        .filter((form) => form.argument === argument && form.kind === kind)
        .map((form) => form.names);
      if (!choices.some((all) => all.toSorted().join() === names.toSorted().join())) {
        complaints.push(`the choices of ${argument} are not those of the source`);
      }
    }
  }
  return complaints;
}

describe.each(LANGUAGE_TAGS.filter((language) => language !== 'en'))('the catalog of %s', (language) => {
  it('has every message, with its placeholders, choices and plural forms', async () => {
    const complaints = Object.values(await read(language)).flatMap(({ message, translation }) => {
      if (translation === '') return [`${message}: is not translated`];
      const found = complain(language, readMessage(message), readMessage(translation));
      return found.map((complaint) => `${message}: ${complaint}`);
    });
    expect(complaints).toEqual([]);
  });
});
