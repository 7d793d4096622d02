import { describe, expect, it } from 'vitest';
import { createWords, runInEnglish, runWithWords, say } from './say.ts';

const BOOKS = '{count, plural, one {# book} other {# books}} in “{name}”';

describe('say', () => {
  const polish = createWords('pl', {
    [BOOKS]: '{count, plural, one {# książka} few {# książki} many {# książek} other {# książki}} w „{name}”',
    'Not translated': '',
  });

  it('speaks English outside of a request', () => {
    expect(say(BOOKS, { count: 1, name: 'A' })).toBe('1 book in “A”');
    expect(say(BOOKS, { count: 1200, name: '{count} <b>' })).toBe('1,200 books in “{count} <b>”');
  });

  it('speaks the language of the request, also after a wait', async () => {
    const said = runWithWords(polish, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return [2, 5].map((count) => say(BOOKS, { count, name: 'A' }));
    });
    expect(say('Not translated')).toBe('Not translated');
    expect(await said).toEqual(['2 książki w „A”', '5 książek w „A”']);
  });

  it('speaks English in work that a request set off and does not answer', () => {
    expect(runWithWords(polish, () => runInEnglish(() => say(BOOKS, { count: 2, name: 'A' })))).toBe('2 books in “A”');
  });

  it('says a message without a translation in English', () => {
    expect(runWithWords(polish, () => say('Not translated'))).toBe('Not translated');
  });
});
