import { invalidField } from '#core/invalid-field.ts';
import type { Json } from '#db/repos/metadata/metadata-states.repo.ts';
import { say } from '#words/say.ts';

const MAX_BYTES = 65_536;
/** Values below this depth are replaced, not merged. */
const MAX_DEPTH = 64;

type JsonObject = { readonly [key: string]: Json };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merge(known: Json | undefined, patch: Json, depth: number): Json {
  if (!isObject(patch) || depth > MAX_DEPTH) return patch;
  const merged = new Map<string, Json>(isObject(known) ? Object.entries(known) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, merge(merged.get(key), value, depth + 1));
  }
  return Object.fromEntries(merged);
}

/** Merges a JSON Merge Patch (RFC 7396): null deletes a key. Throws `BadRequest` above 65,536 bytes. */
export function mergeCustomMetadata(known: Json, patch: JsonObject | null): Json {
  if (patch === null) return null;
  const merged = merge(known, patch, 0);
  if (Buffer.byteLength(JSON.stringify(merged)) > MAX_BYTES) {
    throw invalidField(
      'customMetadata',
      say('must have {max, plural, one {# byte} other {# bytes}} of JSON or fewer, with what is there', {
        max: MAX_BYTES,
      }),
    );
  }
  return merged;
}
