import { z } from 'zod';
import { ConfigSchema } from './schema.ts';

/** One setting of the configuration. */
export interface ConfigLeaf {
  /** In the parsed configuration: `['server', 'port']`. */
  readonly path: readonly [string, ...string[]];
  /** In the file: `server.port`. */
  readonly key: string;
  readonly variable: string;
  readonly schema: z.ZodType;
  readonly shape: z.core.JSONSchema.JSONSchema;
}

/** `enableApiDocs` → `enable_api_docs`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toLeaf(path: ConfigLeaf['path'], schema: z.ZodType): ConfigLeaf {
  const key = path.map(snakeCase).join('.');
  return {
    path,
    key,
    variable: `LECTERN_${key.replaceAll('.', '_').toUpperCase()}`,
    schema,
    shape: z.toJSONSchema(schema, { io: 'input' }),
  };
}

function listLeaves(shape: Readonly<Record<string, z.ZodType>>, above: readonly string[] = []): ConfigLeaf[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const path: ConfigLeaf['path'] = [above[0] ?? name, ...above.slice(1), ...(above.length === 0 ? [] : [name])];
    if (!(schema instanceof z.ZodObject)) return [toLeaf(path, schema)];
    return listLeaves(schema.shape, path);
  });
}

/** Every setting, in the order of the schema. */
export const CONFIG_LEAVES: readonly ConfigLeaf[] = listLeaves(ConfigSchema.shape);

/** The allowed values in words, for messages and documentation. */
export function describeShape(shape: z.core.JSONSchema.JSONSchema): string {
  if (shape.enum !== undefined) return `one of ${shape.enum.map(String).join(', ')}`;
  switch (shape.type) {
    case 'integer': {
      const { minimum, maximum } = shape;
      return minimum === undefined || maximum === undefined
        ? 'a whole number'
        : `a whole number from ${String(minimum)} to ${String(maximum)}`;
    }
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list of texts (in the environment separated by commas)';
    default:
      return 'a text';
  }
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

function nearest(text: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(text.toLowerCase(), candidate.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, text.length / 3) ? best.candidate : undefined;
}

/** A hint for the end of a message; empty when no candidate is similar. */
export function suggestion(text: string, candidates: readonly string[]): string {
  const near = nearest(text, candidates);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
