import { DEFAULT_LIMITS } from '../limits.ts';
import { FormatError } from '../format-error.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { findAttribute, childElements, readElementText, walkElements, type XmlElement } from '../xml/tree.ts';
import { type PdfObjects } from './objects.ts';

const XMP_BYTES = 1024 * 1024;

/** Values of an XMP packet by local property name, in order, all schemas joined. */
export type XmpValues = ReadonlyMap<string, readonly string[]>;

/** The XMP packet of the document; undefined when missing or unreadable. */
export function readXmp(objects: PdfObjects): XmpValues | undefined {
  const reference = objects.catalog?.entries.get('Metadata');
  if (typeof reference !== 'object' || reference?.kind !== 'reference') return undefined;
  const object = objects.load(reference.number);
  const bytes = object === undefined ? undefined : objects.expand(object, XMP_BYTES);
  return bytes === undefined ? undefined : parseXmp(bytes);
}

/**
 * Reads the properties of an XMP packet: RDF descriptions with elements or attributes, lists flattened, the default
 * alternative first.
 * @see ISO 16684-1:2019 section 7
 */
function parseXmp(bytes: Uint8Array): XmpValues | undefined {
  try {
    const { root } = parseXml(bytes, DEFAULT_LIMITS);
    const values = new Map<string, string[]>();
    for (const description of walkElements(root)) {
      if (description.name !== 'Description') continue;
      readDescription(description, values);
    }
    return values;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function readDescription(description: XmlElement, values: Map<string, string[]>): void {
  for (const [name, value] of description.attributes) if (name !== 'about') add(values, name, [value]);
  for (const property of childElements(description)) add(values, property.name, readValues(property));
}

function add(values: Map<string, string[]>, name: string, found: readonly string[]): void {
  const known = values.get(name) ?? [];
  known.push(...found.map((value) => value.trim()).filter((value) => value !== ''));
  values.set(name, known);
}

function readValues(property: XmlElement): readonly string[] {
  const items = [...walkElements(property)].filter(({ name }) => name === 'li');
  if (items.length === 0) return [readElementText(property)];
  const isDefault = (item: XmlElement): number => (findAttribute(item, 'lang') === 'x-default' ? 0 : 1);
  return items.toSorted((a, b) => isDefault(a) - isDefault(b)).map(readElementText);
}
