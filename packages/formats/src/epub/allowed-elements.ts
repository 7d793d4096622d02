function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Elements of HTML that only structure or show. */
export const HTML_ELEMENTS: ReadonlySet<string> = new Set(
  words(`html head body title style link meta
    a abbr address area article aside audio b bdi bdo big blockquote br caption center cite code col colgroup data dd del
    details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main map
    mark menu nav ol p picture pre q rb rp rt rtc ruby s samp search section small source span strike strong sub summary sup
    table tbody td tfoot th thead time tr track tt u ul var video wbr acronym`),
);

/** Elements of SVG that draw: no script, no animation (it can set links), no foreign content. */
const SVG_ELEMENTS: ReadonlySet<string> = new Set(
  words(`svg a circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
    feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
    feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter g
    image line linearGradient marker mask path pattern polygon polyline radialGradient rect stop style switch symbol text
    textPath title tspan use view`),
);

/** Elements of MathML 3 and MathML Core. */
export const MATH_ELEMENTS: ReadonlySet<string> = new Set(
  words(`math annotation maction maligngroup malignmark menclose merror mfenced mfrac mglyph mi mlabeledtr mlongdiv
    mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow
    mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics`),
);

/** Elements dropped with their content. */
export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  words(`script iframe embed applet frame frameset noembed noframes xmp plaintext template textarea select option optgroup
    datalist input keygen isindex base basefont bgsound param canvas dialog portal slot foreignobject animate animatecolor
    animatemotion animatetransform set mpath handler listener annotation-xml case metadata`),
);

/** Elements of HTML without content. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  words('area base br col hr img input link meta param source track wbr'),
);

const SVG_CASES: ReadonlyMap<string, string> = new Map(Array.from(SVG_ELEMENTS, (name) => [name.toLowerCase(), name]));

/** The correct spelling of an allowed SVG element. */
export function svgElement(name: string): string | undefined {
  return SVG_CASES.get(name.toLowerCase());
}
