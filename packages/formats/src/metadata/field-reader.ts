import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { type EmbeddedMetadata, type FormatProblem } from '../reading.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { childElements, readElementRawText, type XmlElement } from '../xml/tree.ts';
import { splitList } from './values.ts';

/** Content of one metadata document. Its readers never throw: errors become problems. */
export interface DocumentReading {
  readonly metadata: EmbeddedMetadata;
  readonly problems: readonly FormatProblem[];
}

export type DocumentLimits = Pick<Limits, 'documentBytes' | 'xmlDepth'>;

/** How problems name a document. */
export interface DocumentName {
  /** As in `EmbeddedMetadata.sources`, for example `ComicInfo.xml`. */
  readonly source: string;
  /** Prefix of problem codes, for example `comic-info`. */
  readonly code: string;
}

/** Fields of a flat document: child elements with text, by lower-case name, without blank ones. */
export interface FieldReader {
  /** Texts of all elements of a name, in order. */
  readonly all: (name: string) => readonly string[];
  readonly first: (name: string) => string | undefined;
  /** The first text on a single line. */
  readonly line: (name: string) => string | undefined;
  /** Parts of all texts, split at commas and semicolons. */
  readonly list: (name: string) => readonly string[];
  /** Parses the first text; an invalid value is a problem. */
  readonly checked: <T>(name: string, read: (text: string) => T | undefined) => T | undefined;
}

/** Values that programs write for an empty field. */
const UNSET = new Set(['-1', 'unknown']);

/** The root element, or undefined; `problems` also receives problems of its fields. */
export type OpenedDocument =
  | { readonly root: XmlElement; readonly problems: FormatProblem[] }
  | { readonly root: undefined; readonly problems: readonly FormatProblem[] };

/** Parses a document and checks the name of its root, ignoring case. */
export function openDocument(
  xml: Uint8Array,
  limits: DocumentLimits,
  { source, code, rootName }: DocumentName & { readonly rootName: string },
): OpenedDocument {
  const refuse = (why: string, message: string): OpenedDocument => ({
    root: undefined,
    problems: [{ code: why, message }],
  });
  try {
    const { root, recovered } = parseXml(xml, limits);
    if (root.name.toLowerCase() !== rootName.toLowerCase()) {
      return refuse(`${code}.wrong-root`, `${source} holds "${root.name.slice(0, 80)}", expected "${rootName}"`);
    }
    const message = `${source} is not well-formed: what could be read is used`;
    return { root, problems: recovered ? [{ code: 'xml.malformed', message }] : [] };
  } catch (error) {
    if (error instanceof FormatError) return refuse(error.code, `${source} cannot be read: ${error.message}`);
    throw error;
  }
}

/**
 * Reads the fields of an element.
 * @param problems receives invalid values
 */
export function readFields(root: XmlElement, name: DocumentName, problems: FormatProblem[]): FieldReader {
  const fields = collectFields(root);
  const all = (field: string): readonly string[] => fields.get(field) ?? [];
  const first = (field: string): string | undefined => all(field)[0];
  return {
    all,
    first,
    line: (field) => first(field)?.replace(/\s+/g, ' '),
    list: (field) => splitList(all(field).join(',')),
    checked: (field, read) => readChecked({ ...name, field, text: first(field) }, read, problems),
  };
}

function collectFields(root: XmlElement): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  for (const element of childElements(root)) {
    const text = readElementRawText(element).trim();
    if (text === '') continue;
    const name = element.name.toLowerCase();
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [text]);
    else known.push(text);
  }
  return fields;
}

/** Parses one value. An invalid value is a problem, an unset one is not. */
export function readChecked<T>(
  field: DocumentName & { readonly field: string; readonly text: string | undefined },
  read: (text: string) => T | undefined,
  problems: FormatProblem[],
): T | undefined {
  const { source, code, field: name, text } = field;
  if (text === undefined || UNSET.has(text.toLowerCase())) return undefined;
  const value = read(text);
  if (value === undefined) {
    problems.push({ code: `${code}.bad-value`, message: `${source}: "${name}" cannot be "${text.slice(0, 80)}"` });
  }
  return value;
}

/** Adds the source, if there are any values. */
export function fromSource(source: string, values: Omit<EmbeddedMetadata, 'sources'>): EmbeddedMetadata {
  return { ...values, sources: Object.keys(values).length === 0 ? [] : [source] };
}
