import { findAttribute, findChild, readElementText, walkElements, type XmlElement } from '../xml/tree.ts';

/** A metadata statement: an element such as `dc:title`, or an EPUB 3 `meta property`. */
export interface OpfStatement {
  readonly element: XmlElement;
  /** Single-spaced, never empty. */
  readonly text: string;
}

/** The metadata section with its refinements resolved. */
export interface OpfStatements {
  /** Dublin Core elements by local name: `title`, `creator` … */
  readonly named: (name: string) => readonly OpfStatement[];
  /** EPUB 3 statements about the whole book by property, without prefix check: `belongs-to-collection` … */
  readonly properties: (property: string) => readonly OpfStatement[];
  /** EPUB 2 `meta name="…" content="…"`, the first with content. */
  readonly meta: (name: string) => string | undefined;
  /** Text of the first `meta` that refines the statement with the property. */
  readonly refinement: (statement: OpfStatement, property: string) => string | undefined;
}

/**
 * Collects the metadata of a package document, also inside the old `dc-metadata` and `x-metadata` wrappers.
 * @see EPUB 3.3 section 5.5, OPF 2.0.1 section 2.2
 */
export function collectStatements(root: XmlElement): OpfStatements {
  const section = findChild(root, 'metadata');
  const elements = section === undefined ? [] : [...walkElements(section)].slice(1);
  const metas = elements.filter(({ name }) => name === 'meta');
  const refinements = new Map<string, string>();
  for (const meta of metas) {
    const target = findAttribute(meta, 'refines')?.replace(/^#/, '');
    const property = findAttribute(meta, 'property');
    const text = readElementText(meta);
    if (target === undefined || property === undefined || text === '') continue;
    const key = refinementKey(target, property);
    if (!refinements.has(key)) refinements.set(key, text);
  }
  const statements = (found: readonly XmlElement[]): readonly OpfStatement[] =>
    found.map((element) => ({ element, text: readElementText(element) })).filter(({ text }) => text !== '');
  return {
    named: (name) => statements(elements.filter((element) => element.name.toLowerCase() === name)),
    properties: (property) =>
      statements(
        metas.filter((meta) => findAttribute(meta, 'property') === property && !meta.attributes.has('refines')),
      ),
    meta: (name) => {
      const found = metas.filter((meta) => findAttribute(meta, 'name')?.toLowerCase() === name.toLowerCase());
      return found
        .map((meta) => findAttribute(meta, 'content') ?? findAttribute(meta, 'value'))
        .find((text) => text !== undefined);
    },
    refinement: ({ element }, property) => {
      const id = findAttribute(element, 'id');
      return id === undefined ? undefined : refinements.get(refinementKey(id, property));
    },
  };
}

/** The identifier named by `unique-identifier`, else the first; white space folded. */
export function findUniqueIdentifier(root: XmlElement): string | undefined {
  const wanted = findAttribute(root, 'unique-identifier');
  const section = findChild(root, 'metadata');
  if (section === undefined) return undefined;
  const all = [...walkElements(section)].filter(({ name }) => name.toLowerCase() === 'identifier');
  const chosen = all.find((element) => findAttribute(element, 'id') === wanted) ?? all[0];
  return chosen === undefined ? undefined : readElementText(chosen);
}

/** `dc:identifier` texts of the package, in order. */
export function listIdentifiers(root: XmlElement): readonly string[] {
  return collectStatements(root)
    .named('identifier')
    .map(({ text }) => text);
}

function refinementKey(id: string, property: string): string {
  return `${id}\n${property}`;
}
