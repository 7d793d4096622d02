import { describe, expect, it, vi } from 'vitest';
import { BOOK_FIELDS } from '#entities/condition/book-fields.ts';
import { NEW_LIBRARY } from './library-draft.ts';

vi.mock(import('@lectern/contract/book-formats'), async (original) => {
  const real = await original();
  const madeUp = { ...real.BOOK_FORMATS.cbz, label: 'CBX', hint: 'Comics as X' };
  return {
    ...real,
    BOOK_FORMATS: { ...real.BOOK_FORMATS, cbx: madeUp },
    FORMAT_IDS: [...real.FORMAT_IDS, 'cbx'] as unknown as typeof real.FORMAT_IDS,
    FORMAT_LABELS: [...real.FORMAT_LABELS, 'CBX'] as unknown as typeof real.FORMAT_LABELS,
  };
});

describe('a format known only to the format table', () => {
  it('appears in the library dialog and in filters', () => {
    expect(NEW_LIBRARY.formats).toContain('CBX');
    expect(BOOK_FIELDS.format.choices).toContainEqual(['cbx', 'CBX']);
  });
});
