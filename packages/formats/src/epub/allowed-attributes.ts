function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Attributes of all HTML versions that structure or show; `safe-attributes.ts` checks those with addresses. */
const HTML = words(`id class style lang dir title role hidden tabindex translate spellcheck itemprop itemscope property
  about datatype resource typeof vocab prefix
  href hreflang type rel media alt src srcset sizes width height usemap ismap loading decoding shape coords poster controls
  loop muted preload kind srclang label default datetime value start reversed span colspan rowspan headers scope abbr open
  min max low high optimum cols rows summary name
  align valign bgcolor border cellpadding cellspacing char charoff clear color compact face frame hspace vspace link alink
  vlink text noshade nowrap rules size`);

/** Attributes of SVG 1.1 and 2: geometry, gradients, filters, and properties of style. */
const SVG =
  words(`id class style lang role tabindex version baseProfile viewBox preserveAspectRatio zoomAndPan x y width height
  x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength transform dx dy rotate textLength lengthAdjust startOffset method
  spacing side href type media title requiredFeatures requiredExtensions systemLanguage externalResourcesRequired
  gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform clipPathUnits
  maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient viewTarget
  filterUnits primitiveUnits filterRes in in2 result azimuth amplitude baseFrequency bias diffuseConstant divisor edgeMode
  elevation exponent intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength limitingConeAngle mode numOctaves operator order
  pointsAtX pointsAtY pointsAtZ preserveAlpha radius scale seed slope specularConstant specularExponent stdDeviation
  stitchTiles surfaceScale values tableValues targetX targetY xChannelSelector yChannelSelector z
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-profile color-rendering cursor direction display dominant-baseline enable-background fill fill-opacity fill-rule
  filter flood-color flood-opacity font font-family font-size font-size-adjust font-stretch font-style font-variant
  font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing
  lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order
  pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-overflow text-rendering
  transform-box transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode`);

/** Attributes of MathML 3 and MathML Core. */
const MATH =
  words(`id class style dir href mathbackground mathcolor mathsize mathvariant displaystyle scriptlevel accent
  accentunder align alignmentscope altimg altimg-height altimg-valign altimg-width alttext bevelled charalign charspacing
  close columnalign columnlines columnspacing columnspan columnwidth crossout decimalpoint denomalign depth display edge
  equalcolumns equalrows fence fontfamily fontsize fontstyle fontweight form frame framespacing groupalign height
  indentalign indentalignfirst indentalignlast indentshift indentshiftfirst indentshiftlast indenttarget infixlinebreakstyle
  intent arg largeop leftoverhang length linebreak linebreakmultchar linebreakstyle lineleading linethickness location
  longdivstyle lquote lspace maxsize minlabelspacing minsize movablelimits mslinethickness notation numalign open overflow
  position rightoverhang rowalign rowlines rowspacing rowspan rquote rspace scriptminsize scriptsizemultiplier selection
  separator separators shift side src stackalign stretchy subscriptshift superscriptshift symmetric valign voffset width
  alt encoding`);

/** The only prefixed attributes that are allowed. */
const PREFIXED = words('xml:lang xml:space epub:type xlink:href xlink:title');

/** Correct spelling by lower-case name. */
const SPELLINGS = { html: bySpelling(HTML), svg: bySpelling(SVG), math: bySpelling(MATH) } as const;

function bySpelling(names: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map(Array.from(names, (name) => [name.toLowerCase(), name]));
}

/**
 * The output name of an attribute; undefined when it is dropped. An allow list, because browsers keep adding attributes
 * that load or run.
 * @param name with its prefix, in any case
 */
export function allowedAttribute(dialect: keyof typeof SPELLINGS, name: string): string | undefined {
  const lower = name.toLowerCase();
  if (PREFIXED.has(lower) || /^(?:aria|data)-[a-z0-9_.-]{1,100}$/.test(lower)) return lower;
  return SPELLINGS[dialect].get(lower);
}
