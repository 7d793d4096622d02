import { z } from 'zod';
import { ConfigSchema } from './schema.ts';

/** One setting of the configuration. */
export interface ConfigLeaf {
  /** In the parsed configuration: `['server', 'port']`. */
  readonly path: readonly [string] | readonly [string, string];
  /** In the file: `server.port`. */
  readonly key: string;
  /** `LECTERN_SERVER_PORT`. */
  readonly variable: string;
  readonly schema: z.ZodType;
  /** The schema as JSON Schema. */
  readonly shape: z.core.JSONSchema.JSONSchema;
}

/** `enableApiDocs` → `enable_api_docs`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function leafOf(path: ConfigLeaf['path'], schema: z.ZodType): ConfigLeaf {
  const key = path.map(snakeCase).join('.');
  return {
    path,
    key,
    variable: `LECTERN_${key.replaceAll('.', '_').toUpperCase()}`,
    schema,
    shape: z.toJSONSchema(schema, { io: 'input' }),
  };
}

function leavesOf(): ConfigLeaf[] {
  const leaves: ConfigLeaf[] = [];
  for (const [name, schema] of Object.entries(ConfigSchema.shape)) {
    if (!(schema instanceof z.ZodObject)) leaves.push(leafOf([name], schema));
    else for (const [field, part] of Object.entries<z.ZodType>(schema.shape)) leaves.push(leafOf([name, field], part));
  }
  return leaves;
}

/** Every setting, in the order of the schema. */
export const CONFIG_LEAVES: readonly ConfigLeaf[] = leavesOf();

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
