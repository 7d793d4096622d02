import * as contract from '@lectern/contract';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const PLACE = '#/components/schemas/';

/** Every shape that the contract exports under a name; the description refers to it by that name. */
const named = z.registry<{ readonly id: string }>();
const scalars = new Set<unknown>([contract.Id, contract.Timestamp, contract.Count, contract.FreeForm, contract.Flag]);
for (const [name, exported] of Object.entries(contract)) {
  if (exported instanceof z.ZodType && !scalars.has(exported)) named.add(exported, { id: name });
}

/** Turns shapes into JSON Schema and gathers the named ones. */
export interface SchemaWriter {
  /**
   * @param io `input` for what a client sends, `output` for what it gets
   */
  readonly write: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  /** The named shapes met so far, by name. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What zod adds for its own checks and a reader of the description has no use for. */
function isNoise(key: string, value: unknown): boolean {
  if (key === '$schema' || key === 'id' || key === '$defs') return true;
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  return key === 'additionalProperties' && value === false;
}

const ANY_JSON: JsonSchema = { description: 'Any JSON value' };

/** Points references to the description's own place for shapes, and drops noise. */
function adopt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(adopt);
  if (!isMapping(value)) return value;
  const reference = value['$ref'];
  if (typeof reference === 'string') {
    return isAnonymous(reference) ? ANY_JSON : { $ref: reference.replace(/^#\/\$defs\//, PLACE) };
  }
  // A format says it better than the pattern that comes with it.
  const entries = Object.entries(value).filter(
    ([key, part]) => !isNoise(key, part) && !(key === 'pattern' && 'format' in value),
  );
  return Object.fromEntries(
    entries.map(([key, part]) => [key, key === 'properties' && isMapping(part) ? adoptAll(part) : adopt(part)]),
  );
}

/** The names of properties are the shape's own: one called `id` stays. */
function adoptAll(properties: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, adopt(part)]));
}

/** Recursive shapes without a name, within others or alone: only free-form JSON is one. */
function isAnonymous(name: string): boolean {
  return name === '#' || /__schema\d+$/.test(name);
}

/** Starts with no shapes gathered. */
export function createSchemaWriter(): SchemaWriter {
  const components = new Map<string, JsonSchema>();
  return {
    write: (schema, io) => {
      const { $defs = {}, ...top } = z.toJSONSchema(schema, {
        io,
        metadata: named,
        // A transformed query value is described by what may be sent; its result is the server's own.
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
