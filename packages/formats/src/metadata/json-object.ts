import { decodeText, stripForbidden } from '../xml/decode-text.ts';

/** An object of a JSON document, its values not looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object, or undefined when it is something else. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses bytes in any encoding of Unicode; undefined when they are no JSON object. */
export function parseJsonObject(bytes: Uint8Array): JsonObject | undefined {
  try {
    return asObject(JSON.parse(decodeText(bytes).trim()));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A text or number as text, trimmed; undefined when it is neither, or blank. Only the object's own keys count. */
export function textIn(object: JsonObject, key: string): string | undefined {
  return asText(Object.hasOwn(object, key) ? object[key] : undefined);
}

function asText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // Escapes write characters that no document may hold.
  const text = stripForbidden(String(value)).trim();
  return text === '' ? undefined : text;
}

/** The text on a single line. */
export function lineIn(object: JsonObject, key: string): string | undefined {
  return textIn(object, key)?.replace(/\s+/g, ' ');
}

/** Items of one list that are looked at. */
const MAX_ITEMS = 10_000;

/** The first ten thousand items of a list; none when the value is no list. */
export function itemsIn(object: JsonObject, key: string): readonly unknown[] {
  const value: unknown = Object.hasOwn(object, key) ? object[key] : undefined;
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
}

/** The texts of a list; other items are left out. */
export function textsIn(object: JsonObject, key: string): readonly string[] {
  return itemsIn(object, key).flatMap((item) => asText(item) ?? []);
}
