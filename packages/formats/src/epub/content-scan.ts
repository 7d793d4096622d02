import { Parser } from 'htmlparser2';
import { resolveHref } from './href.ts';

/** Content of a document, found without layout. */
export interface ContentScan {
  /** Archive paths of its pictures, in order, without repetitions. */
  readonly pictures: readonly string[];
  /** Characters of text, without white space. */
  readonly textLength: number;
}

/** Elements whose text is not shown. */
const HIDDEN = new Set(['head', 'script', 'style', 'title', 'desc', 'metadata', 'template', 'noscript', 'rt', 'rp']);

/** Scans an XHTML or SVG document for pictures and text; tolerates broken markup. */
export function scanContent(text: string, path: string): ContentScan {
  const pictures = new Set<string>();
  let textLength = 0;
  let hidden = 0;
  const add = (reference: string | undefined): void => {
    const found = reference === undefined ? undefined : resolveHref(path, reference);
    if (found !== undefined && found.path !== path) pictures.add(found.path);
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const local = localName(name);
        if (HIDDEN.has(local)) hidden += 1;
        add(pictureReference(local, attributes));
        add(/url\(\s*["']?([^"')]+)/i.exec(attributes['style'] ?? '')?.[1]);
      },
      onclosetag: (name) => {
        if (HIDDEN.has(localName(name))) hidden -= 1;
      },
      ontext: (piece) => {
        if (hidden === 0) textLength += piece.replace(/\s+/g, '').length;
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(text);
  return { pictures: [...pictures], textLength };
}

function pictureReference(name: string, attributes: Readonly<Record<string, string>>): string | undefined {
  if (name === 'img') return attributes['src'] ?? attributes['data-src'];
  if (name === 'image') return attributes['xlink:href'] ?? attributes['href'] ?? attributes['src'];
  const isPicture = name === 'object' && (attributes['type'] ?? 'image/').startsWith('image/');
  return isPicture ? attributes['data'] : undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
