import { describe, expect, it, vi } from 'vitest';
import { createWords, runInEnglish, runWithWords, say } from './say.ts';
import { hasStored, parseStored, sayStored, sayStoredOrNull, storeMessage, toStored } from './stored-message.ts';

const FAILED = 'The task “{task}” failed: {reason}';
const LOST = '{count, plural, one {# book is} other {# books are}} missing';
const GERMAN = createWords('de', {
  [FAILED]: 'Die Aufgabe „{task}“ schlug fehl: {reason}',
  [LOST]: '{count, plural, one {# Buch fehlt} other {# Bücher fehlen}}',
});

const inGerman = (text: string): string => runWithWords(GERMAN, () => sayStored(text));

describe('a stored message', () => {
  it('is said in the language of each reader, with the messages in its values', () => {
    const stored = runInEnglish(() => toStored(say(FAILED, { task: 'Scan', reason: say(LOST, { count: 1200 }) })));
    expect(sayStored(stored)).toBe('The task “Scan” failed: 1,200 books are missing');
    expect(inGerman(stored)).toBe('Die Aufgabe „Scan“ schlug fehl: 1.200 Bücher fehlen');
  });

  it('is the same whatever the language of the request that stores it', () => {
    const english = runInEnglish(() => toStored(say(LOST, { count: 1 })));
    expect(runWithWords(GERMAN, () => toStored(say(LOST, { count: 1 })))).toBe(english);
    expect(storeMessage(LOST, { count: 1 })).toBe(english);
  });

  it('can be stored again inside of another message', () => {
    const inner = storeMessage(LOST, { count: 2 });
    const outer = runInEnglish(() => toStored(say(FAILED, { task: 'Scan', reason: sayStored(inner) })));
    expect(inGerman(outer)).toBe('Die Aufgabe „Scan“ schlug fehl: 2 Bücher fehlen');
  });

  it('is English where the catalog of a language lacks it', () => {
    expect(inGerman(storeMessage('Unknown here: {name}', { name: 'x' }))).toBe('Unknown here: x');
  });

  it('is found in the JSON of an event and of a result', () => {
    const json = JSON.stringify({ error: storeMessage(LOST, { count: 1 }), id: 'a', list: [storeMessage('Plain')] });
    expect(hasStored(json)).toBe(true);
    expect(runWithWords(GERMAN, () => parseStored(json))).toEqual({ error: '1 Buch fehlt', id: 'a', list: ['Plain'] });
    expect(hasStored(JSON.stringify({ error: 'The server did not answer' }))).toBe(false);
  });
});

describe('a text that is no message', () => {
  it.each([
    'An English text of an earlier release',
    '',
    '{"message":',
    '{"message":"x"}',
    '{"message":"x","values":{"a":[1]}}',
    '{"message":"x","values":{},"more":1}',
    `{"message":"${'x'.repeat(2_001)}","values":{}}`,
  ])('stays as it is: %j', (text) => {
    expect(inGerman(text)).toBe(text);
    expect(runInEnglish(() => toStored(text))).toBe(text);
  });

  it('may be absent', () => expect(sayStoredOrNull(null)).toBeNull());

  it('was said by another task', () => {
    const text = runInEnglish(() => say(LOST, { count: 3 }));
    expect(runInEnglish(() => toStored(text))).toBe(text);
  });

  it('says what can be said of a message that is no ICU', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect(sayStored('{"message":"{broken","values":{}}')).toBe('{broken');
    log.mockRestore();
  });
});

describe('a long task', () => {
  it('forgets what it said long ago, and keeps what it says again', () => {
    runInEnglish(() => {
      const often = say('often');
      const once = say('once');
      for (let count = 0; count < 600; count += 1) {
        say('Reading {count}', { count });
        say('often');
      }
      expect(toStored(once)).toBe('once');
      expect(sayStored(toStored(often))).toBe('often');
      expect(toStored(often)).not.toBe('often');
    });
  });
});
