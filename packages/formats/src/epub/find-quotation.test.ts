import { describe, expect, it } from 'vitest';
import { findQuotation } from './find-quotation.ts';
import { sanitizeXhtml } from './sanitize-xhtml.ts';

const document = (body: string) =>
  Buffer.from(
    sanitizeXhtml(
      Buffer.from(
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Head</title></head><body>${body}</body></html>`,
      ),
      { path: 'a.xhtml' },
    ),
  );

const find = (body: string, text: string, near = 0) => findQuotation(document(body), { text, near });

describe('a quotation', () => {
  it('has the white space of the book, whatever the reader sent', () => {
    const body = '<p>One  <em>lamp</em>\n burnt.</p><p>All\tnight &amp; day.</p>';
    for (const text of [
      'lamp burnt. All night & day.',
      'lampburnt.All night&day.',
      ' lamp\r\n burnt.\n\nAll night & day. ',
    ]) {
      expect(find(body, text)?.text).toBe('lamp burnt.\nAll night & day.');
    }
  });

  it('is found only where all its words stand in their order', () => {
    const body = '<p>The lamp was not lit.</p>';
    expect(find(body, 'The lamp was not lit.')).toEqual({ text: 'The lamp was not lit.', progression: 0 });
    for (const text of ['The lamp was lit.', 'not was', 'the lamp', 'Head', ' \n', '<p>The', 'lit. More']) {
      expect([text, find(body, text)]).toEqual([text, undefined]);
    }
  });

  it('is no text that readers do not show, nor what stands above the line', () => {
    const body = '<script>run()</script><style>p{}</style><p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>です。</p>';
    expect(find(body, '漢字です。')?.text).toBe('漢字です。');
    for (const text of ['run()', 'p{}', 'かん']) expect(find(body, text)).toBeUndefined();
  });

  it('is that of several which stands near the expected place', () => {
    const filler = `<p>${'Words. '.repeat(200)}</p>`;
    const body = `${filler}<p>Again.</p>${filler}<p>Again.</p>${filler}`;
    const first = find(body, 'Again.', 0.2)?.progression ?? 0;
    const second = find(body, 'Again.', 0.65)?.progression ?? 0;
    expect([first, second].map((share) => share.toFixed(1))).toEqual(['0.3', '0.7']);
    expect(find(body, 'Again.', 1)?.progression).toBe(first);
  });

  it('is no half of a character', () => {
    expect(find('<p>a 😀 b</p>', '😀')?.text).toBe('😀');
    expect(find('<p>a 😀 b</p>', '\ud83d')).toBeUndefined();
    expect(find('<p>a 😀 b</p>', 'a\ud83d')).toBeUndefined();
  });
});
