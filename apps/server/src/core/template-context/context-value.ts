import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';

/** JSON as a context holds it. */
export type ContextValue =
  | string
  | number
  | boolean
  | null
  | readonly ContextValue[]
  | { readonly [key: string]: ContextValue };

/** What conditions and templates see of a book or series (section 2.14). */
export type TemplateContext = Readonly<Record<string, ContextValue>>;

type Values = MetadataState['values'];

/** Values under their own names; what is not there is null. */
export function pickValues(values: Values, names: readonly string[]): Record<string, ContextValue> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function isList(value: ContextValue | undefined): value is readonly ContextValue[] {
  return Array.isArray(value);
}

function listOf(value: ContextValue | undefined): readonly ContextValue[] {
  return isList(value) ? value : [];
}

/** Texts of a list, in one text; null without any. */
export function joinTexts(value: ContextValue | undefined): string | null {
  const texts = listOf(value).filter((text) => typeof text === 'string');
  return texts.length === 0 ? null : texts.join(', ');
}

/** Lists under their own names; what is not there is empty. */
export function pickLists(values: Values, names: readonly string[]): Record<string, ContextValue> {
  return Object.fromEntries(names.map((name) => [name, listOf(values[name])]));
}

type Mapping = { readonly [key: string]: ContextValue };

function isMapping(value: ContextValue | undefined): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A context with other values in its metadata. */
export function withMetadata(context: TemplateContext, values: Mapping): TemplateContext {
  const { metadata } = context;
  return { ...context, metadata: { ...(isMapping(metadata) ? metadata : {}), ...values } };
}

/** The objects of a list, each with these fields only; `from` names a field that is called otherwise where it is stored. */
export function pickItems(
  values: Values,
  list: string,
  fields: Readonly<Record<string, string>>,
): readonly ContextValue[] {
  return listOf(values[list])
    .filter(isMapping)
    .map((item) => Object.fromEntries(Object.entries(fields).map(([name, from]) => [name, item[from] ?? null])));
}

/** What something is called at outside catalogues, by catalogue. */
export function externalIdsOf(values: Values): Mapping {
  return Object.fromEntries(
    listOf(values['externalIds'])
      .filter(isMapping)
      .map((item) => [
        typeof item['source'] === 'string' ? item['source'] : '',
        { id: item['externalId'] ?? null, url: item['externalUrl'] ?? null, hash: item['metadataHash'] ?? null },
      ]),
  );
}

/** A lock flag for each field, under the name that contexts have for it. */
export function lockFlags(
  locks: ReadonlySet<string>,
  flags: Readonly<Record<string, readonly string[]>>,
): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(flags).map(([flag, names]) => [flag, names.some((name) => locks.has(name))]),
  );
}
