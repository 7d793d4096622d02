import { describe, expect, it } from 'vitest';
import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { decodeText } from './decode-text.ts';
import { htmlToText } from './html-text.ts';
import { parseXml, parseXmlText } from './parse-xml.ts';
import { findAttribute, childElements, findChild, readElementRawText, readElementText, walkElements } from './tree.ts';

function catchCode(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
  return 'no error';
}

const text = (source: string): string => readElementRawText(parseXmlText(source, DEFAULT_LIMITS).root);

function catchOffset(read: () => unknown): number | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof FormatError) return error.offset;
    throw error;
  }
  return undefined;
}

describe('parseXml', () => {
  it('folds prefixes and keeps document order', () => {
    const { root, recovered } = parseXmlText(
      '<o:a xmlns:o="u" id="1"><b o:id="2" id="3"/>x<dc:b/>y</o:a>',
      DEFAULT_LIMITS,
    );
    expect(recovered).toBe(false);
    expect(root.name).toBe('a');
    expect(childElements(root, 'b')).toHaveLength(2);
    expect([...walkElements(root)].map(({ name }) => name)).toEqual(['a', 'b', 'b']);
    expect(readElementRawText(root)).toBe('xy');
    const first = findChild(root, 'b');
    expect(first === undefined ? undefined : findAttribute(first, 'id')).toBe('3');
  });

  it('understands references of HTML and leaves unknown ones as written', () => {
    expect(text('<a>x&nbsp;y &hellip; &#233; &amp;</a>')).toBe('x\u00a0y … é &');
    expect(text('<a>Q&A; R&D</a>')).toBe('Q&A; R&D');
  });

  it('expands nothing that the document declares', () => {
    const laughs = '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';
    expect(text(`${laughs}<r>[&c;]</r>`)).toBe('[]');
    expect(text('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>[&x;]</r>')).toBe('[]');
    expect(text('<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]><r>ok</r>')).toBe('ok');
    expect(text('<!DOCTYPE r [<!ENTITY x "<evil>">]><r>[&x;]</r>')).toBe('[]');
    expect(text('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/x.dtd"><r>ok</r>')).toBe('ok');
  });

  it.each([
    ['an unclosed element', '<a><b>x', 'x'],
    ['a stray ampersand', '<a>x & y</a>', 'x & y'],
    ['an attribute without quotes', '<a b=c>x</a>', 'x'],
    ['text in front', 'junk<a>x</a>', 'x'],
    ['crossed elements', '<a><b><c>x</b></c>y</a>', 'xy'],
    ['a forbidden reference', '<a>x&#1;y</a>', 'xy'],
  ])('reads on after %s', (_what, source, expected) => {
    expect(parseXmlText(source, DEFAULT_LIMITS).recovered).toBe(true);
    expect(text(source)).toBe(expected);
  });

  it.each(['', '   ', 'no markup', '<!-- only -->', '<?xml version="1.0"?>', '<!DOCTYPE a ['])(
    'refuses %j',
    (source) => {
      expect(catchCode(() => parseXmlText(source, DEFAULT_LIMITS))).toBe('xml.malformed');
    },
  );

  it('refuses what is too large, too deep or too crowded', () => {
    const limits = { documentBytes: 100, xmlDepth: 8 };
    expect(catchCode(() => parseXml(Buffer.alloc(101, 'a'), limits))).toBe('xml.too-large');
    expect(catchCode(() => parseXmlText('<a>'.repeat(9), limits))).toBe('xml.too-large');
    expect(catchCode(() => parseXmlText(`${'<a>'.repeat(9)}${'</a>'.repeat(9)}`, limits))).toBe('xml.too-large');
    expect(catchCode(() => parseXmlText(`<a>${'<b/>'.repeat(500_001)}</a>`, limits))).toBe('xml.too-large');
    expect(catchCode(() => parseXmlText(`<a>&${'<b/>'.repeat(500_001)}</a>`, limits))).toBe('xml.too-large');
  });

  it.each([
    ['<a>'.repeat(9), 12, 15],
    [`${'<a>'.repeat(9)}${'</a>'.repeat(9)}`, 12, 15],
    ['no element', 0, 0],
  ])('says where it stopped in %j', (source, from, to) => {
    const limits = { documentBytes: 100, xmlDepth: 4 };
    const offset = catchOffset(() => parseXmlText(source, limits));
    expect(offset).toBeGreaterThanOrEqual(from);
    expect(offset).toBeLessThanOrEqual(to);
    expect(catchOffset(() => parseXml(Buffer.alloc(101, 'a'), limits))).toBe(100);
  });

  it('takes 8 MiB of unclosed tags, quotes and references in good time', () => {
    const size = 8 * 1024 * 1024;
    for (const piece of [
      '<',
      '<a ',
      '&',
      '&amp;',
      '<!--',
      '<![CDATA[',
      '<?',
      "'",
      '</a>',
      '<!DOCTYPE',
      '<!ENTITY a "',
    ]) {
      const outcome = catchCode(() => parseXmlText(`<r>${piece.repeat(size / piece.length)}`, DEFAULT_LIMITS));
      expect(['no error', 'xml.too-large', 'xml.malformed']).toContain(outcome);
    }
  }, 30_000);
});

describe('decodeText', () => {
  const sample = '<?xml version="1.0"?><a>é</a>';
  it.each([
    ['UTF-8', Buffer.from(sample)],
    ['UTF-8 with mark', Buffer.from(`\ufeff${sample}`)],
    ['UTF-16 little endian with mark', Buffer.from(`\ufeff${sample}`, 'utf16le')],
    ['UTF-16 little endian without mark', Buffer.from(sample, 'utf16le')],
    ['UTF-16 big endian with mark', Buffer.from(`\ufeff${sample}`, 'utf16le').swap16()],
    ['UTF-16 big endian without mark', Buffer.from(sample, 'utf16le').swap16()],
    ['bytes that are not UTF-8', Buffer.from(sample, 'latin1')],
  ])('decodes %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBe(sample);
  });

  it('follows a declaration, and ignores one that cannot be true', () => {
    expect(decodeText(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1'))).toContain(
      '>é<',
    );
    const shiftJis = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><a>'),
      Buffer.from([0x8a, 0xbf]),
      Buffer.from('</a>'),
    ]);
    expect(decodeText(shiftJis)).toContain('>漢<');
    expect(decodeText(Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>é</a>'))).toContain('>é<');
    expect(decodeText(Buffer.from('<?xml version="1.0" encoding="no-such-thing"?><a>é</a>'))).toContain('>é<');
  });

  it('drops characters databases refuse', () => {
    expect(decodeText(Buffer.from('a\0b\x07c\td'))).toBe('abc\td');
  });
});

describe('htmlToText', () => {
  it.each([
    ['plain\n text ', 'plain\ntext'],
    ['<p>One <b>two</b>\nthree</p><p>Four</p>', 'One two three\n\nFour'],
    ['a<br/>b', 'a\nb'],
    ['<ul><li>x</li><li>y</li></ul>', 'x\ny'],
    ['Tom &amp; Jerry &#8212; caf&eacute;', 'Tom & Jerry — café'],
    ['<script>alert(1)</script><style>p{}</style>text', 'text'],
    ['a <b and c', 'a <b and c'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ])('turns %j into %j', (html, expected) => {
    expect(htmlToText(html)).toBe(expected);
  });
});

describe('htmlToText and long texts', () => {
  it.each(['<a', '<', '<a ', '&', '&a', '<!--', '</p', '> <', '\n'])('takes a million of %j in good time', (piece) => {
    expect(typeof htmlToText(piece.repeat(1_000_000))).toBe('string');
  });
});

describe('textOf', () => {
  it('folds white space', () => {
    expect(readElementText(parseXmlText('<a> x\n <b>y</b>  z </a>', DEFAULT_LIMITS).root)).toBe('x y z');
  });
});
