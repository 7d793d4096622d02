import type { ContextValue, TemplateContext } from '#core/template-context/context-value.ts';

function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function isObject(value: ContextValue | undefined): value is { readonly [key: string]: ContextValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function below(value: ContextValue | undefined, key: string): ContextValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** `externalIds.count` is how many there are, `externalIds.{source}` the id at that source. */
function findExternalId(ids: ContextValue | undefined, keys: readonly string[]): ContextValue | undefined {
  const [source = '', ...rest] = keys;
  if (keys.length === 0) return ids;
  if (source === 'count' && rest.length === 0) return isObject(ids) ? Object.keys(ids).length : 0;
  const found = below(ids, source);
  return rest.length === 0 ? below(found, 'id') : rest.reduce(below, found);
}

/**
 * What a context holds at a dotted path, in either spelling: `metadata.titleSort` or `metadata.title_sort`. Keys of custom
 * metadata, and names of sources, are the owner's and taken as they are.
 * @returns undefined when there is nothing
 */
export function findField(context: TemplateContext, path: string): ContextValue | undefined {
  const [head = '', ...rest] = path.split('.');
  const top = camelCase(head);
  const value = Object.hasOwn(context, top) ? context[top] : undefined;
  if (top === 'externalIds') return findExternalId(value, rest);
  // A book has the context of its series in it.
  if (top === 'series' && rest.length > 0) return isObject(value) ? findField(value, rest.join('.')) : undefined;
  const keys = top === 'customMetadata' ? rest : rest.map(camelCase);
  return keys.reduce<ContextValue | undefined>(below, value);
}
