import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeCss } from './sanitize-css.ts';

const clean = (text: string): string => sanitizeCss(text, 'OPS/css/a.css');

describe('sanitizeCss', () => {
  it.each([
    'p > a:hover { color: #fff; margin: -1.5em 0 calc(1px + 2%) }',
    '@media (min-width: 40em) and (width < 90em) { p { color: red } }',
    '@namespace epub "http://www.idpf.org/2007/ops";',
    '[epub|type~="x"]::before { content: "\\201C" }'.replace('\\201C', '“'),
    '.caf\\e9 { color: red }',
    'a { background: url("../img/x.png") }',
    '@import "b.css" screen;',
  ])('keeps %j', (text) => {
    expect(clean(text)).toBe(text);
  });

  it.each([
    ['a{background:url(x.png)}', 'a{background:url("x.png")}'],
    ["a{background:url( '../x y.png' )}", 'a{background:url("../x%20y.png")}'],
    ['a{background:URL(http://evil/x.png)}', 'a{background:url("about:invalid")}'],
    ['a{background:u\\72 l(http://evil/x.png)}', 'a{background:url("about:invalid")}'],
    ['a{background:url(//evil/x.png)}', 'a{background:url("about:invalid")}'],
    ['a{background:url(ht\\74p://evil/x.png)}', 'a{background:url("about:invalid")}'],
    ['a{background:url("java\\\nscript:x")}', 'a{background:url("about:invalid")}'],
    ['a{background:url(data:text/html,x)}', 'a{background:url("about:invalid")}'],
    ['a{background:url(data:image/png;base64,AA)}', 'a{background:url("data:image/png;base64,AA")}'],
    ['@font-face{src:url(data:font/woff2;base64,AA)}', '@font-face{src:url("data:font/woff2;base64,AA")}'],
    ['a{background:url(../../../../api/v1/x)}', 'a{background:url("../../api/v1/x")}'],
    [
      'a{background:image-set("http://evil/x.png" 1x, "y.png" 2x)}',
      'a{background:image-set(url("about:invalid") 1x, "y.png" 2x)}',
    ],
    [
      'p{--x:"http://evil/x.png";background:image-set(var(--x) 1x)}',
      'p{--x:"http://evil/x.png";background:image-set(none 1x)}',
    ],
    ['p{background:image-set(var(--x, "http://evil/x.png") 1x)}', 'p{background:image-set(none 1x)}'],
    ['p{background:image-set(--f("http://evil/x.png") 1x)}', 'p{background:image-set(none 1x)}'],
    ['p{background:image-set(attr(title) 1x, e\\6e v(a) 2x)}', 'p{background:image-set(none 1x, none 2x)}'],
    ['p{background:-webkit-image-set(url(a.png) 1x)}', 'p{background:-webkit-image-set(url("a.png") 1x)}'],
    [
      'p{background:-moz-image-rect("http://evil/x.png", 0,1,1,0)}',
      'p{background:-moz-image-rect(url("about:invalid"), 0,1,1,0)}',
    ],
    [
      'p{background:image-set(linear-gradient(red, rgb(1 2 3)) 1x, "a.svg" type("image/svg+xml") 2x)}',
      'p{background:image-set(linear-gradient(red, rgb(1 2 3)) 1x, "a.svg" type("image/svg+xml") 2x)}',
    ],
    ['p{background:\u00d7url(http://evil/x.png)}', 'p{background:\u00d7url("about:invalid")}'],
    ['p{background:\u2003url(http://evil/x.png)}', 'p{background:\u2003url("about:invalid")}'],
    ['@\u00a0import "http://evil/x.css";', '@\u00a0import "http://evil/x.css";'],
    ['@import url("http://evil/x.css"); p{}', '  p{}'],
    ['@import "//evil/x.css" screen; p{}', '  p{}'],
    ['@\\69 mport "http://evil/x.css"; p{}', '  p{}'],
    ['@import/**/"http://evil/x.css"; p{}', '  p{}'],
    ['@import url(b.css) layer(x);', '@import "b.css" layer(x);'],
    ['@import "b.css" url(http://evil/x);', '@import "b.css";'],
    ['@namespace url(http://www.w3.org/1999/xhtml);', '@namespace "http://www.w3.org/1999/xhtml";'],
    ['@charset "utf-8"; p{}', '  p{}'],
    ['a{width:expression(alert(1));color:red}', 'a{width:none;color:red}'],
    ['a{width:e\\78pression(alert("(")) ;color:red}', 'a{width:none ;color:red}'],
    ['a{behavior:url(x.htc);color:red}', 'a{ color:red}'],
    ['a{behavior/**/ /* x */ : url(x.htc);color:red}', 'a{ color:red}'],
    ['a{-moz-binding : url("x.xml#y")}', 'a{ }'],
    ['a{color:red}/* url(http://evil/) */b{}', 'a{color:red} b{}'],
    ['a{b:url@charset "x";(http://evil/)}', 'a{b:url (http://evil/)}'],
    ['@@charset "x";import "http://evil/x.css";', '@ import "http://evil/x.css";'],
    ['url@import "http://x/";(//evil)', 'url (//evil)'],
    ['<!-- a{} -->', '  a{}  '],
  ])('turns %j into %j', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it('decodes bytes by their mark or charset', () => {
    expect(sanitizeCss(Buffer.from('\ufeffa{content:"é"}', 'utf16le'), 'a.css')).toBe('a{content:"é"}');
    expect(sanitizeCss(Buffer.from('@charset "iso-8859-1";a{content:"\xe9"}', 'latin1'), 'a.css')).toBe(
      ' a{content:"é"}',
    );
  });

  it('lets nothing out, whatever the text', () => {
    const piece = fc.constantFrom(
      'url(',
      'u\\72l(',
      '"',
      "'",
      ')',
      '(',
      '\\',
      '/*',
      '*/',
      '@import ',
      '@im\\port ',
      '@',
      'import ',
      'url',
      '@charset "x";',
      'behavior:x;',
      ';',
      '{',
      '}',
      'http://evil/',
      '//evil',
      ' ',
      '\n',
      'src(',
      'image-set(',
      'a:b',
      '\\22 ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        // A string that is no address may say what it likes.
        const css = clean(pieces.join(''))
          // An escape makes a letter of a name, whatever it stands for.
          .replace(/\\(?:[0-9a-f]{1,6}\s?|[^])/gi, 'E')
          .replace(/((?<![\w@#-])(?:url|src)\(|(?<!E)@import )?"[^"]*"/gi, (whole, address?: string) =>
            address === undefined ? '""' : whole,
          );
        // What a tokenizer sees as an address: url( and image-set( with or without quotes, and the string of an import.
        expect(css).not.toMatch(/(?<![\w@#-])(?:url|src)\(\s*["']?\s*(?:https?:)?\/\/evil/i);
        expect(css).not.toMatch(/(?<!E)@import\s*["']?(?:https?:)?\/\/evil/i);
      }),
      { numRuns: 1000 },
    );
  });

  it('takes long style sheets in good time', () => {
    for (const piece of [
      'a',
      '\\',
      '\\a ',
      '"',
      '(',
      'url(',
      '/*',
      '@import "a" ',
      'behavior/**/',
      '/**/',
      '@import ',
      'behavior:',
      'a{b:c}',
      ' ',
      '-->',
    ]) {
      expect(typeof clean(piece.repeat(1024 * 128))).toBe('string');
    }
  }, 30_000);
});

describe('sanitizeCss and what stands side by side', () => {
  it('keeps an address it writes apart from a name in front of it', () => {
    const once = sanitizeCss('image-set("a.png"m"p:', 'OPS/a.css');
    expect(once).toContain('m url("about:invalid")');
    expect(sanitizeCss(once, 'OPS/a.css')).toBe(once);
  });

  it.each([
    'image-set(r()(',
    'image-set(r()url(a.png)',
    'a{width:expression(1)(2)}',
    'a{width:expression(1)expression(2)}',
    '""@import url(s)(',
    '@import url(s) ) screen;',
    '@import "a.css" screen and (min-width: 1px);',
    'a\rb\r\nc\fd',
  ])('gives for %j what stays the same', (source) => {
    const once = sanitizeCss(source, 'OPS/a.css');
    expect(sanitizeCss(once, 'OPS/a.css')).toBe(once);
    expect(once).not.toMatch(/@import[^;]*\($|\r|\f|none\(|noneurl/);
  });

  it.each(['/**/', '<!--', '/* a *//**/'])('keeps an escape from growing together with what is behind %j', (gap) => {
    for (const name of ['ur\\6c', 'ur\\00006c', '\\75\\72\\6C']) {
      const once = sanitizeCss(`p{background:${name}${gap}(http://evil.example/x.png)}`, 'OPS/a.css');
      // The escape takes in one white space: only a second one keeps the name from being a function.
      expect(once).toMatch(/\\[0-9a-f]{1,6} {2,}\(/i);
      expect(sanitizeCss(once, 'OPS/a.css')).toBe(once);
    }
  });

  it('keeps an escaped name of a function a function', () => {
    expect(sanitizeCss('p{color:rg\\62(1,2,3)}', 'OPS/a.css')).toBe('p{color:rg\\62 (1,2,3)}');
    expect(sanitizeCss('p{a:ur\\6c(http://evil.example/x)}', 'OPS/a.css')).toBe('p{a:url("about:invalid")}');
    const set = sanitizeCss('image-set("a.png"\\5"r:', 'OPS/a.css');
    expect(set).toContain('\\5  url(');
    expect(sanitizeCss(set, 'OPS/a.css')).toBe(set);
  });

  it.each(['\\\\5', '\\\\5(', 'a\\5', '\\5 ', '\\g5', '\\000005a'])(
    'gives for the name %j what stays the same',
    (source) => {
      const once = sanitizeCss(source, 'OPS/a.css');
      expect(sanitizeCss(once, 'OPS/a.css')).toBe(once);
    },
  );
});
