import { decodeText, stripForbidden } from '../xml/decode-text.ts';

/** An object of a JSON document with unchecked values. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object, or undefined. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses bytes in any Unicode encoding; undefined when they are no JSON object. */
export function parseJsonObject(bytes: Uint8Array): JsonObject | undefined {
  try {
    return asObject(JSON.parse(decodeText(bytes).trim()));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A text or number as trimmed text; undefined for other or blank values. Only own keys count. */
export function textIn(object: JsonObject, key: string): string | undefined {
  return asText(Object.hasOwn(object, key) ? object[key] : undefined);
}

function asText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // JSON escapes can write forbidden characters.
  const text = stripForbidden(String(value)).trim();
  return text === '' ? undefined : text;
}

/** `textIn` on a single line. */
export function lineIn(object: JsonObject, key: string): string | undefined {
  return textIn(object, key)?.replace(/\s+/g, ' ');
}

const MAX_ITEMS = 10_000;

/** The first ten thousand items; none when the value is no list. */
export function itemsIn(object: JsonObject, key: string): readonly unknown[] {
  const value: unknown = Object.hasOwn(object, key) ? object[key] : undefined;
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
}

/** The texts of a list, without other items. */
export function textsIn(object: JsonObject, key: string): readonly string[] {
  return itemsIn(object, key).flatMap((item) => asText(item) ?? []);
}
