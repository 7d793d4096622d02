import { z } from 'zod';

/** Members of a manifest that name people or subjects. */
const NAMED = new Set([
  ...['author', 'artist', 'penciler', 'inker', 'colorist', 'letterer', 'editor', 'translator', 'illustrator'],
  ...['contributor', 'narrator', 'publisher', 'imprint', 'subject'],
]);

const Named = z.union([
  z.string(),
  z.looseObject({ name: z.string() }).transform(({ name }) => name),
  z.looseObject({ name: z.record(z.string(), z.string()) }).transform(({ name }) => Object.values(name)[0] ?? ''),
]);
const Names = z
  .union([z.array(Named), Named.transform((name) => [name])])
  .catch([])
  .transform((all) => all.filter((name) => name !== ''));

function first(value: unknown): unknown {
  return Array.isArray(value) ? (value as readonly unknown[])[0] : value;
}

/** The metadata of an EPUB's manifest in the form that apps read: texts and lists of texts. */
export function plainMetadata(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(metadata).flatMap(([name, value]): [string, unknown][] => {
    if (NAMED.has(name)) {
      const found = Names.parse(value);
      return found.length === 0 ? [] : [[name, found]];
    }
    if (name === 'language' || name === 'conformsTo') return [[name, first(value)]];
    if (name === 'published' && typeof value === 'string') return [[name, value.slice(0, 10)]];
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

const Link = z.looseObject({ href: z.string() });

/** A link in the form that apps read: one relation, and only properties that are objects. */
function plainLink(link: unknown): Readonly<Record<string, unknown>> {
  const { rel, properties, children, ...rest } = Link.parse(link);
  const kept = z.record(z.string(), z.unknown()).catch({}).parse(properties);
  const objects = Object.entries(kept).filter(([, value]) => typeof value === 'object' && !Array.isArray(value));
  return {
    ...rest,
    ...(rel === undefined ? {} : { rel: first(rel) }),
    ...(objects.length === 0 ? {} : { properties: Object.fromEntries(objects) }),
    ...(Array.isArray(children) && children.length > 0 ? { children: plainLinks(children) } : {}),
  };
}

/** Links in the form that apps read; empty where there are none. */
export function plainLinks(links: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(links) ? links.map(plainLink) : [];
}
