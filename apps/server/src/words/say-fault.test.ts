import { describe, expect, it } from 'vitest';
import { createWords, runWithWords } from './say.ts';
import { sayFault } from './say-fault.ts';

const GERMAN = createWords('de', {
  'The file is damaged': 'Die Datei ist beschädigt',
  'The file is cut off': 'Die Datei ist abgeschnitten',
  'The file is empty': 'Die Datei ist leer',
  'A name in the archive is unsafe: it is used only as a name': 'Ein Name im Archiv ist unsicher',
  'The pages cannot be drawn': 'Die Seiten lassen sich nicht zeichnen',
  '{fault} (and {count, plural, one {# more} other {# more}})': '{fault} (und {count} weitere)',
});

function inGerman(code: string | undefined, more: object = {}): string {
  const details = code === undefined ? null : JSON.stringify({ code, offset: 7, ...more });
  return runWithWords(GERMAN, () => sayFault({ message: 'Byte 7 is wrong', details }));
}

describe('sayFault', () => {
  it('says the kind of fault in the language of the request', () => {
    expect(inGerman('file.empty')).toBe('Die Datei ist leer');
    expect(inGerman('zip.truncated')).toBe('Die Datei ist abgeschnitten');
    expect(inGerman('image.truncated')).toBe('Die Datei ist abgeschnitten');
    expect(inGerman('rar.bad-header')).toBe('Die Datei ist beschädigt');
    expect(inGerman('entry.bad-checksum')).toBe('Die Datei ist beschädigt');
  });

  it('says no worse of a book that can be read, and how many faults there are', () => {
    expect(inGerman('zip.unsafe-name')).toBe('Ein Name im Archiv ist unsicher');
    expect(inGerman('pdf.render')).toBe('Die Seiten lassen sich nicht zeichnen');
    expect(inGerman('zip.mismatch')).toBe('Byte 7 is wrong');
    expect(inGerman('entry.corrupt', { count: 3 })).toBe('Die Datei ist beschädigt (und 2 weitere)');
  });

  it('keeps the text that was read in English, and of a fault that it does not know', () => {
    expect(sayFault({ message: 'Byte 7 is wrong', details: '{"code":"zip.truncated"}' })).toBe('Byte 7 is wrong');
    for (const code of [undefined, '', 'other.odd', 'constructor', 'toString.valueOf']) {
      expect(inGerman(code)).toBe('Byte 7 is wrong');
    }
  });
});
