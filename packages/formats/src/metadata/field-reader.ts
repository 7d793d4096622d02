import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { type EmbeddedMetadata, type FormatProblem } from '../reading.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { childElements, rawTextOf, type XmlElement } from '../xml/tree.ts';
import { splitList } from './values.ts';

/** What one metadata document says. Readers of such documents never throw: what is wrong becomes a problem. */
export interface DocumentReading {
  readonly metadata: EmbeddedMetadata;
  readonly problems: readonly FormatProblem[];
}

/** Limits of a single document. */
export type DocumentLimits = Pick<Limits, 'documentBytes' | 'xmlDepth'>;

/** How a document calls itself in problems. */
export interface DocumentName {
  /** As in `EmbeddedMetadata.sources`, for example `ComicInfo.xml`. */
  readonly source: string;
  /** First part of the codes of its problems, for example `comic-info`. */
  readonly code: string;
}

/** The fields of a flat document: child elements with text, names folded to lower case, blank ones left out. */
export interface FieldReader {
  /** Texts of all elements of a name, in order. */
  readonly all: (name: string) => readonly string[];
  readonly first: (name: string) => string | undefined;
  /** The first one on a single line. */
  readonly line: (name: string) => string | undefined;
  /** The parts of all of them, split at commas and semicolons. */
  readonly list: (name: string) => readonly string[];
  /** Reads the first one; when it holds something that cannot be used, that is a problem. */
  readonly checked: <T>(name: string, read: (text: string) => T | undefined) => T | undefined;
}

/** How programs write that a field has no value. */
const UNSET = new Set(['-1', 'unknown']);

/** The root element of a metadata document, or why there is none; `problems` is for what its reader finds too. */
export type OpenedDocument =
  | { readonly root: XmlElement; readonly problems: FormatProblem[] }
  | { readonly root: undefined; readonly problems: readonly FormatProblem[] };

/** Parses a metadata document whose root has the name told, whatever the case. */
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
 * Makes the fields of an element readable.
 * @param problems where bad values are told
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
    const text = rawTextOf(element).trim();
    if (text === '') continue;
    const name = element.name.toLowerCase();
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [text]);
    else known.push(text);
  }
  return fields;
}

/** Reads one value; one that is there and cannot be used is a problem, ways to write "no value" are not. */
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

/** The values with their source, which is named only when there are any. */
export function fromSource(source: string, values: Omit<EmbeddedMetadata, 'sources'>): EmbeddedMetadata {
  return { ...values, sources: Object.keys(values).length === 0 ? [] : [source] };
}
