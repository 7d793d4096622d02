import { Parser } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { decodeText, stripForbidden } from './decode-text.ts';
import { cutDoctype, replaceReferences, resolveReferences } from './entities.ts';
import { type XmlElement } from './tree.ts';

/** Elements and attributes: 16 MiB can hold four million, a book needs some thousands. */
const NODE_LIMIT = 500_000;

/** Result of parsing. */
export interface XmlDocument {
  readonly root: XmlElement;
  /** True when the document was not well-formed: the tolerant parser may have lost its end. */
  readonly recovered: boolean;
}

type XmlLimits = Pick<Limits, 'documentBytes' | 'xmlDepth'>;

/**
 * Parses an XML document into a tree. Document types are removed first: declared entities are empty and nothing is
 * fetched. Named characters of HTML (`&nbsp;`) are known. A document that is not well-formed is read by a tolerant
 * parser.
 * @throws {FormatError} `xml.too-large` above `documentBytes`, `xmlDepth` or half a million nodes; `xml.malformed` when
 *   even the tolerant parser finds no element. Offsets count characters without the type declaration
 */
export function parseXml(bytes: Uint8Array, limits: XmlLimits): XmlDocument {
  if (bytes.length > limits.documentBytes) {
    const message = `Cannot parse a document of ${String(bytes.length)} bytes: the limit is ${String(limits.documentBytes)}`;
    throw new FormatError('xml.too-large', message, { offset: limits.documentBytes });
  }
  return parseXmlText(decodeText(bytes), limits);
}

/** `parseXml` for decoded text. */
export function parseXmlText(source: string, limits: XmlLimits): XmlDocument {
  const { text, declared } = cutDoctype(source);
  const references = resolveReferences(text, declared);
  const strict = parseStrictly(text, references, limits);
  if (strict !== undefined) return { root: strict, recovered: false };
  const root = parseForgivingly(replaceReferences(text, references), limits);
  if (root === undefined) {
    throw new FormatError('xml.malformed', 'Cannot parse the document: it holds no element', { offset: 0 });
  }
  return { root, recovered: true };
}

class NotWellFormed extends Error {}

function parseStrictly(
  text: string,
  references: ReadonlyMap<string, string>,
  limits: XmlLimits,
): XmlElement | undefined {
  const parser = new SaxesParser();
  const builder = treeBuilder(limits.xmlDepth, () => parser.position);
  parser.on('error', (error) => {
    throw new NotWellFormed(error.message);
  });
  parser.on('attribute', () => {
    builder.count();
  });
  parser.on('opentag', (tag) => {
    builder.open(tag.name, Object.entries(tag.attributes));
  });
  parser.on('closetag', () => {
    builder.close();
  });
  parser.on('text', builder.text);
  parser.on('cdata', builder.text);
  for (const [name, value] of references) parser.ENTITIES[name] = value;
  try {
    parser.write(text).close();
    return builder.root();
  } catch (error) {
    if (error instanceof NotWellFormed) return undefined;
    throw error;
  }
}

function parseForgivingly(text: string, limits: XmlLimits): XmlElement | undefined {
  const builder = treeBuilder(limits.xmlDepth, () => parser.startIndex);
  let attributes: [string, string][] = [];
  const parser: Parser = new Parser(
    {
      onattribute: (name, value) => {
        builder.count();
        attributes.push([name, value]);
      },
      onopentag: (name) => {
        builder.open(name, attributes);
        attributes = [];
      },
      onclosetag: builder.close,
      ontext: builder.text,
    },
    { xmlMode: true },
  );
  parser.end(text);
  return builder.root();
}

interface TreeBuilder {
  readonly open: (name: string, attributes: readonly (readonly [string, string])[]) => void;
  readonly close: () => void;
  readonly text: (text: string) => void;
  readonly count: () => void;
  readonly root: () => XmlElement | undefined;
}

interface GrowingElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/**
 * Builds the tree within the limits.
 * @param position characters read so far, for the offset in the error
 */
function treeBuilder(depthLimit: number, position: () => number): TreeBuilder {
  const open: GrowingElement[] = [];
  let root: XmlElement | undefined;
  let nodeCount = 0;
  const count = (): void => {
    nodeCount += 1;
    if (nodeCount <= NODE_LIMIT) return;
    throw tooLarge(`more than ${String(NODE_LIMIT)} nodes`, position());
  };
  return {
    count,
    root: () => root,
    open: (name, attributes) => {
      count();
      const element: GrowingElement = { name: localName(name), attributes: foldAttributes(attributes), children: [] };
      const parent = open.at(-1);
      // Text after the root of a broken document is ignored.
      if (parent === undefined) root ??= element;
      else parent.children.push(element);
      open.push(element);
      if (open.length <= depthLimit) return;
      throw tooLarge(`more than ${String(depthLimit)} levels deep`, position());
    },
    close: () => {
      open.pop();
    },
    text: (text) => {
      const children = open.at(-1)?.children;
      const clean = stripForbidden(text);
      if (children === undefined || clean === '') return;
      const last = children.at(-1);
      // Parsers split text at references: joined again, references do not cost a node each.
      if (typeof last === 'string') children[children.length - 1] = last + clean;
      else children.push(clean);
    },
  };
}

function tooLarge(why: string, offset: number): FormatError {
  return new FormatError('xml.too-large', `Cannot parse the document: ${why}`, { offset });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

function foldAttributes(attributes: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  if (attributes.length === 0) return NO_ATTRIBUTES;
  const folded = new Map<string, string>();
  for (const [name, value] of attributes) {
    const local = localName(name);
    if (local === name || !folded.has(local)) folded.set(local, stripForbidden(value));
  }
  return folded;
}
