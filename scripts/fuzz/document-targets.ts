import { type EpubParts, writeEpub, writeOpf } from '../../fixtures/epub-writer.ts';
import { memorySource } from '../../fixtures/memory-source.ts';
import { readEpub } from '../../packages/formats/src/epub/read-epub.ts';
import { sanitizeCss } from '../../packages/formats/src/epub/sanitize-css.ts';
import { sanitizeSvg, sanitizeXhtml } from '../../packages/formats/src/epub/sanitize-xhtml.ts';
import { DEFAULT_LIMITS } from '../../packages/formats/src/limits.ts';
import { readComicBookInfo } from '../../packages/formats/src/metadata/comic-book-info.ts';
import { readComicInfo } from '../../packages/formats/src/metadata/comic-info.ts';
import { readCoMet } from '../../packages/formats/src/metadata/comet.ts';
import { readMetronInfo } from '../../packages/formats/src/metadata/metron-info.ts';
import { readOpfSidecar } from '../../packages/formats/src/metadata/opf-sidecar.ts';
import { readSeriesJson } from '../../packages/formats/src/metadata/series-json.ts';
import { openZip } from '../../packages/formats/src/zip/open.ts';
import { htmlToText } from '../../packages/formats/src/xml/html-text.ts';
import { parseXml } from '../../packages/formats/src/xml/parse-xml.ts';
import { claim, type Target, texts } from './target.ts';

const LIMITS = { ...DEFAULT_LIMITS, documentBytes: 1024 * 1024 };

const XML_WORDS = `<!DOCTYPE <!ENTITY <![CDATA[ ]]> <!-- --> <?xml ?> &amp; &#0; &#x10FFFF; &a; &nbsp; </ /> xmlns:a=
  encoding="utf-16" "`.split(/\s+/);

function words(names: string): readonly string[] {
  return [...XML_WORDS, ...names.split(/\s+/).flatMap((name) => [`<${name}>`, `</${name}>`])];
}

/** Reads a document inside a valid EPUB. */
async function readInside(parts: EpubParts): Promise<void> {
  await readEpub(openZip(memorySource(writeEpub(parts)), LIMITS), LIMITS);
}

/** Texts must not contain zero bytes or lone surrogates: the databases refuse both. */
function checkTexts(reading: unknown): void {
  JSON.stringify(reading, (_key, value: unknown) => {
    if (typeof value === 'string') claim(!value.includes('\0') && value.isWellFormed(), 'texts can be stored');
    return value;
  });
}

function metadataTarget(read: (bytes: Buffer) => unknown, seed: string, names: string): Target {
  return {
    seeds: texts(seed),
    words: words(names),
    run: (bytes) => {
      checkTexts(read(bytes));
    },
  };
}

const NAV = `<html xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol><li><a href="c1.xhtml#a">One</a>
  <ol><li><span>Two</span></li></ol></li></ol></nav><nav epub:type="landmarks"><ol/></nav></body></html>`;
const NCX = `<ncx><navMap><navPoint playOrder="1"><navLabel><text>One</text></navLabel><content src="c1.xhtml"/><navPoint/>
  </navPoint></navMap><pageList><pageTarget><navLabel><text>1</text></navLabel></pageTarget></pageList></ncx>`;
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><head><style>p{color:red}</style></head><body onload="x()"><p
  style="background:url(a.png)">a<br/><a href="../x?y#z">b</a></p><svg><use href="#a"/></svg><script>1</script></body></html>`;

/** Whether the output is well-formed, with quotes escaped outside tags and no `<` in styles. */
function runsNothing(markup: string): boolean {
  const tags = markup.replaceAll(/<style[^>]*>[^<]*/g, '');
  if (/<(?:script|iframe|object|embed|base|form)\b/i.test(tags)) return false;
  return [...tags.matchAll(/([\w:-]+)="([^"]*)"/g)].every(
    ([, name = '', value = '']) =>
      !/^on/i.test(name) && !(/^(?:xlink:)?(?:href|src|action)$/i.test(name) && /^\s*javascript:/i.test(value)),
  );
}

function stable(sanitize: (bytes: Buffer) => string): (bytes: Buffer) => void {
  return (bytes) => {
    const once = sanitize(bytes);
    claim(runsNothing(once), 'nothing that runs comes out');
    claim(sanitize(Buffer.from(once)) === once, 'what is sanitised stays the same when it is sanitised again');
  };
}

/** Documents. */
export const documentTargets: Readonly<Record<string, Target>> = {
  xml: {
    seeds: texts('<?xml version="1.0" encoding="utf-8"?><!DOCTYPE a [<!ENTITY b "c">]><a b="c">&b;<d/>&amp;</a>'),
    words: XML_WORDS,
    run: (bytes) => parseXml(bytes, LIMITS),
  },
  'html-text': {
    seeds: texts('<p>One <b>two</b></p><ul><li>x</li></ul>&hellip;', 'plain & simple'),
    words: XML_WORDS,
    run: (bytes) => htmlToText(bytes.toString()),
  },
  comicinfo: metadataTarget(
    (bytes) => readComicInfo(bytes, LIMITS),
    `<ComicInfo><Title>T</Title><Number>1.5</Number><Year>2001</Year><Month>2</Month><Day>3</Day><Writer>A, B</Writer>
      <Web>https://example.org</Web><StoryArc>A,B</StoryArc><StoryArcNumber>1,2</StoryArcNumber><GTIN>9780306406157</GTIN>
      <AgeRating>Teen</AgeRating><LanguageISO>en</LanguageISO><Pages><Page Image="1" Type="FrontCover"/></Pages></ComicInfo>`,
    'Title Number Count Volume AlternateSeries AlternateNumber AlternateCount Summary Manga BlackAndWhite CommunityRating',
  ),
  metroninfo: metadataTarget(
    (bytes) => readMetronInfo(bytes, LIMITS),
    `<MetronInfo><Series lang="en"><Name>S</Name><Volume>1</Volume></Series><CoverDate>2001-02-03</CoverDate><Arcs><Arc>
      <Name>A</Name><Number>1</Number></Arc></Arcs><Credits><Credit><Creator>C</Creator><Roles><Role>Writer</Role></Roles>
      </Credit></Credits><URLs><URL primary="true">https://example.org</URL></URLs><GTIN><ISBN>9780306406157</ISBN></GTIN>
      </MetronInfo>`,
    'Publisher Imprint Genres Genre Tags Tag Stories Story MangaVolume AgeRating StoreDate AlternativeNames',
  ),
  comet: metadataTarget(
    (bytes) => readCoMet(bytes, LIMITS),
    '<comet><title>T</title><issue>1</issue><date>2001-02-03</date><writer>A</writer><coverImage>c.jpg</coverImage></comet>',
    'series volume genre character language rating readingDirection identifier creator description',
  ),
  'opf-sidecar': metadataTarget(
    (bytes) => readOpfSidecar(bytes, LIMITS),
    packageDocument(),
    'dc:title dc:creator meta guide reference',
  ),
  comicbookinfo: {
    seeds: texts(
      '{"ComicBookInfo/1.0":{"title":"T","issue":1,"credits":[{"person":"A, B","role":"Writer"}],"tags":["a"]}}',
    ),
    words: [
      '"volume":',
      '"rating":',
      '"language":"English"',
      'null',
      '[',
      '{',
      '\\u0000',
      '\\ud800',
      '1e999',
      '"__proto__":',
    ],
    run: (bytes) => {
      checkTexts(readComicBookInfo(bytes));
    },
  },
  seriesjson: {
    seeds: texts('{"metadata":{"name":"S","year":2001,"status":"Ended","comicid":"4050-1","volume":"v2"}}'),
    words: ['"description_text":"<p>a</p>"', '"age_rating":"15+"', 'null', '[', '{', '\\u0000', '\\udc00', '-1'],
    run: (bytes) => {
      checkTexts(readSeriesJson(bytes));
    },
  },
  opf: {
    seeds: texts(packageDocument(), writeOpf({ version: '2.0' })),
    words: words('manifest spine guide metadata meta item itemref reference dc:title dc:creator dc:date collection'),
    run: async (bytes) => readInside({ opf: bytes }),
  },
  nav: {
    seeds: texts(NAV),
    words: words('nav ol li a span h1'),
    run: async (bytes) =>
      readInside({
        manifest:
          '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>' +
          '<item id="n" href="n.xhtml" properties="nav" media-type="application/xhtml+xml"/>',
        files: { 'OPS/n.xhtml': bytes },
      }),
  },
  ncx: {
    seeds: texts(NCX),
    words: words('navMap navPoint navLabel text content pageList pageTarget navList'),
    run: async (bytes) =>
      readInside({
        version: '2.0',
        manifest:
          '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>' +
          '<item id="n" href="n.ncx" media-type="application/x-dtbncx+xml"/>',
        spineAttributes: 'toc="n"',
        files: { 'OPS/n.ncx': bytes },
      }),
  },
  content: {
    seeds: texts(XHTML),
    words: words('svg image img object body p a script style'),
    run: async (bytes) => readInside({ files: { 'OPS/c1.xhtml': bytes } }),
  },
  encryption: {
    seeds:
      texts(`<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><CipherData>
      <CipherReference URI="OPS/f.otf"/></CipherData></EncryptedData></encryption>`),
    words: words('EncryptedData EncryptionMethod CipherData CipherReference'),
    run: async (bytes) => readInside({ files: { 'META-INF/encryption.xml': bytes } }),
  },
  xhtml: {
    seeds: texts(XHTML),
    words: [...words('svg math style script template noscript p a b'), 'javascript:', 'onclick=', 'href=', 'style='],
    run: stable((bytes) => sanitizeXhtml(bytes, { path: 'OPS/c1.xhtml' })),
  },
  svg: {
    seeds: texts(
      '<svg xmlns="http://www.w3.org/2000/svg"><style>a{}</style><a href="x"><path d="M0 0"/></a><use href="#a"/></svg>',
    ),
    words: [...words('svg use image foreignObject animate set style script'), 'javascript:', 'xlink:href='],
    run: stable((bytes) => sanitizeSvg(bytes, { path: 'OPS/a.svg' })),
  },
  css: {
    seeds: texts('@charset "utf-8";@import url("a.css");p{background:url(b.png);color:red}@font-face{src:url(c.otf)}'),
    words: [
      'url(',
      ')',
      '@import',
      'expression(',
      '\\75',
      '/*',
      '*/',
      '"',
      "'",
      '{',
      '}',
      ';',
      'http://x',
      'image-set(',
      'var(--a)',
      'type(',
    ],
    run: (bytes) => {
      const once = sanitizeCss(bytes, 'OPS/a.css');
      claim(sanitizeCss(once, 'OPS/a.css') === once, 'what is sanitised stays the same when it is sanitised again');
    },
  },
};

function packageDocument(): string {
  return writeOpf({
    metadata: `<dc:title id="t">T</dc:title><meta refines="#t" property="title-type">main</meta><dc:creator id="c">A B</dc:creator>
      <meta refines="#c" property="role">aut</meta><meta property="belongs-to-collection" id="s">S</meta>
      <meta refines="#s" property="group-position">2</meta><dc:date>2001-02-03</dc:date><dc:language>en</dc:language>
      <meta name="cover" content="i"/><dc:identifier>9780306406157</dc:identifier>`,
    after: '<guide><reference type="cover" href="c1.xhtml"/></guide>',
  });
}
