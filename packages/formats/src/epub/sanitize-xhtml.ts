import { Parser } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import { FormatError } from '../format-error.ts';
import { decodeText, stripForbidden } from '../xml/decode-text.ts';
import { cutDoctype, resolveReferences } from '../xml/entities.ts';
import { createMarkupWriter, type MarkupWriter } from './markup-writer.ts';

/** Deeper than any valid page; browsers stop at 512. */
const DEPTH_LIMIT = 512;

/** What sanitizing needs to know of the document. */
export interface SanitizeOptions {
  /** Archive path of the document: references are resolved against it and cannot leave the book. */
  readonly path: string;
}

/**
 * Makes a document safe to show: no script, event handler, form, frame, plug-in, `base`, refresh or animation, nothing
 * loaded from outside. Keeps structure, ids, classes, `epub:type`, styles, MathML, SVG, and web links with `rel`. The
 * result is well-formed UTF-8 XHTML that means the same to an HTML parser.
 * @throws {FormatError} `xml.too-large` when elements nest more than 512 deep
 */
export function sanitizeXhtml(bytes: Uint8Array, { path }: SanitizeOptions): string {
  return sanitize(decodeText(bytes), () => createMarkupWriter(path, 'html'));
}

/** `sanitizeXhtml` for SVG; a document that is no SVG becomes an empty one. */
export function sanitizeSvg(bytes: Uint8Array, { path }: SanitizeOptions = { path: '' }): string {
  return sanitize(decodeText(bytes), () => createMarkupWriter(path, 'svg'));
}

class NotWellFormed extends Error {}

function sanitize(source: string, createWriter: () => MarkupWriter): string {
  const { text, declared } = cutDoctype(source);
  const references = resolveReferences(text, declared);
  return (
    writeStrictly(text, references, limitDepth(createWriter())) ?? writeForgivingly(text, limitDepth(createWriter()))
  );
}

function writeStrictly(
  text: string,
  references: ReadonlyMap<string, string>,
  writer: MarkupWriter,
): string | undefined {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new NotWellFormed(error.message);
  });
  parser.on('opentag', (tag) => {
    writer.open(tag.name, Object.entries(tag.attributes));
  });
  parser.on('closetag', writer.close);
  parser.on('text', writer.text);
  parser.on('cdata', writer.text);
  for (const [name, value] of references) parser.ENTITIES[name] = value;
  try {
    parser.write(text).close();
    return writer.finish();
  } catch (error) {
    if (error instanceof NotWellFormed) return undefined;
    throw error;
  }
}

/** Reads like HTML, but takes `<br/>`, `<title/>` and CDATA as XHTML does. */
function writeForgivingly(text: string, writer: MarkupWriter): string {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        writer.open(name, Object.entries(attributes));
      },
      onclosetag: writer.close,
      ontext: writer.text,
    },
    { recognizeSelfClosing: true, recognizeCDATA: true, lowerCaseAttributeNames: false },
  );
  parser.end(text);
  return writer.finish();
}

function limitDepth(writer: MarkupWriter): MarkupWriter {
  let depth = 0;
  return {
    text: (text) => {
      writer.text(stripForbidden(text));
    },
    finish: writer.finish,
    open: (name, attributes) => {
      depth += 1;
      if (depth > DEPTH_LIMIT) {
        throw new FormatError(
          'xml.too-large',
          `Cannot show the document: more than ${String(DEPTH_LIMIT)} levels deep`,
        );
      }
      writer.open(
        name,
        attributes.map(([key, value]) => [key, stripForbidden(value)]),
      );
    },
    close: () => {
      depth -= 1;
      writer.close();
    },
  };
}
