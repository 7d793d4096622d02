import * as contract from '@lectern/contract';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const PLACE = '#/components/schemas/';

/** The named shapes of the contract, to which the description refers. */
const named = z.registry<{ readonly id: string }>();
const scalars = new Set<unknown>([contract.Id, contract.Timestamp, contract.Count, contract.FreeForm, contract.Flag]);
for (const [name, exported] of Object.entries(contract)) {
  if (exported instanceof z.ZodType && !scalars.has(exported)) named.add(exported, { id: name });
}

/** Turns shapes into JSON Schema and collects the named ones. */
export interface SchemaWriter {
  /** @param io `input` for requests, `output` for answers */
  readonly write: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  /** The collected shapes, by name. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether zod adds a member only for its own checks. */
function isNoise(key: string, value: unknown): boolean {
  if (key === '$schema' || key === 'id' || key === '$defs') return true;
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  return key === 'additionalProperties' && value === false;
}

/** Control characters inside a character class. */
const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f';

const ANY_JSON: JsonSchema = { description: 'Any JSON value' };

/** Tools compile patterns without flags, where `\\p{Cc}` has another meaning. */
function plainPattern(pattern: unknown): unknown {
  if (typeof pattern !== 'string') return pattern;
  return pattern.replaceAll('\\P{Cc}', `[^${CONTROL}]`).replaceAll('\\p{Cc}', CONTROL);
}

/** Points references to `components/schemas`, and drops noise. */
function adopt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(adopt);
  if (!isMapping(value)) return value;
  const reference = value['$ref'];
  if (typeof reference === 'string') {
    return isAnonymous(reference) ? ANY_JSON : { $ref: reference.replace(/^#\/\$defs\//, PLACE) };
  }
  // A format is clearer than its pattern.
  const entries = Object.entries(value).filter(
    ([key, part]) => !isNoise(key, part) && !(key === 'pattern' && 'format' in value),
  );
  return Object.fromEntries(
    entries.map(([key, part]) => [
      key,
      key === 'pattern' ? plainPattern(part) : key === 'properties' && isMapping(part) ? adoptAll(part) : adopt(part),
    ]),
  );
}

/** Keeps properties with names that would be noise elsewhere, such as `id`. */
function adoptAll(properties: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, adopt(part)]));
}

/** Whether a reference is to a recursive shape without a name. Only free-form JSON is one. */
function isAnonymous(name: string): boolean {
  return name === '#' || /__schema\d+$/.test(name);
}

export function createSchemaWriter(): SchemaWriter {
  const components = new Map<string, JsonSchema>();
  return {
    write: (schema, io) => {
      const { $defs = {}, ...top } = z.toJSONSchema(schema, {
        io,
        metadata: named,
        // A transform is described by its input.
        unrepresentable: 'any',
      });
      for (const [name, part] of Object.entries($defs))
        if (!isAnonymous(name)) components.set(name, adopt(part) as JsonSchema);
      const meta = named.get(schema);
      if (meta === undefined || top.$ref !== undefined) return adopt(top) as JsonSchema;
      components.set(meta.id, adopt(top) as JsonSchema);
      return { $ref: `${PLACE}${meta.id}` };
    },
    components: () =>
      Object.fromEntries([...components].sort(([left], [right]) => (left < right ? -1 : Number(left > right)))),
  };
}
