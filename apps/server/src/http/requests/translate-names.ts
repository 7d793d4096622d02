import { z } from 'zod';

/** Other names of fields, `alias` to field name. */
export type Aliases = Readonly<Record<string, string>>;

interface Spelling {
  readonly aliases: Aliases;
  /** Fields that exist in camelCase only. */
  readonly camelCaseOnly: readonly string[];
}

/** Longer names are no fields, and are not searched for underscores. */
const MAX_NAME = 100;

function camelCase(name: string): string {
  if (name.length > MAX_NAME) return name;
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The schema inside optional, nullable, default, transform and others. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  if (schema instanceof z.ZodLazy) return unwrap(schema.unwrap());
  return schema;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field of `shape` for a key, else the key itself. */
function findField(key: string, shape: z.core.$ZodShape, { aliases, camelCaseOnly }: Spelling): string {
  if (Object.hasOwn(shape, key)) return key;
  const camel = camelCase(key);
  const field = Object.hasOwn(aliases, camel) ? (aliases[camel] ?? camel) : camel;
  if (!Object.hasOwn(shape, field)) return key;
  return field !== key && camelCaseOnly.includes(field) ? key : field;
}

function translateObject(
  shape: z.core.$ZodShape,
  value: Readonly<Record<string, unknown>>,
  spelling: Spelling,
): Record<string, unknown> {
  const result = new Map<string, unknown>();
  for (const [key, part] of Object.entries(value)) {
    const field = findField(key, shape, spelling);
    const inner = Object.hasOwn(shape, field) ? shape[field] : undefined;
    // The camelCase spelling wins when both are sent.
    if (field !== key && (result.has(field) || Object.hasOwn(value, field))) continue;
    result.set(field, inner === undefined ? part : translate(inner, part, spelling));
  }
  return Object.fromEntries(result);
}

function translate(schema: z.core.$ZodType, value: unknown, spelling: Spelling): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject && isMapping(value)) return translateObject(inner.shape, value, spelling);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => translate(inner.element, item, spelling));
  }
  if (inner instanceof z.ZodUnion) {
    const option = inner.options.find((candidate) => unwrap(candidate).constructor === containerFor(value));
    return option === undefined ? value : translate(option, value, spelling);
  }
  return value;
}

function containerFor(value: unknown): unknown {
  if (Array.isArray(value)) return z.ZodArray;
  return isMapping(value) ? z.ZodObject : undefined;
}

/**
 * Renames the fields of a query or body to those of the schema: snake_case to camelCase, and aliases. Keys of free-form records
 * stay.
 */
export function translateNames(
  schema: z.ZodObject,
  value: unknown,
  { aliases = {}, camelCaseOnly = [] }: Partial<Spelling> = {},
): unknown {
  return translate(schema, value, { aliases, camelCaseOnly });
}
