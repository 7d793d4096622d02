import type { SettingInput, SettingType } from '@lectern/contract';
import { z } from 'zod';
import { describeShape } from '#config/leaves.ts';
import type { SettingDefinition } from './definitions.ts';

/** What a refused value should have been, in words: `must be a whole number from 1 to 10`. */
export function expectedOf(schema: z.ZodType, error: z.ZodError): string {
  const own = error.issues.find(({ message }) => message.startsWith('must '))?.message;
  if (own !== undefined) return own;
  const shape = z.toJSONSchema(schema, { io: 'input' });
  return `must be ${shape.type === 'array' ? 'a list' : describeShape(shape)}`;
}

/** What a setting's schema asks for. */
interface SettingShape {
  readonly type: SettingType;
  readonly minValue: number | null;
  readonly maxValue: number | null;
  readonly options: string[] | null;
}

const TYPES: Readonly<Partial<Record<string, SettingType>>> = {
  integer: 'Integer',
  boolean: 'Boolean',
  array: 'Array',
};

/** Reads type and limits out of a schema. */
export function shapeOf({ schema }: Pick<SettingDefinition, 'schema'>): SettingShape {
  const shape = z.toJSONSchema(schema, { io: 'input' });
  const { minimum = null, maximum = null } = shape.type === 'integer' ? shape : {};
  return {
    type: TYPES[String(shape.type)] ?? 'String',
    minValue: minimum,
    maxValue: maximum,
    options: shape.enum?.map(String) ?? null,
  };
}

function fromText(text: string, type: SettingType): unknown {
  switch (type) {
    case 'Integer':
      return /^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : text;
    case 'Boolean':
      return { true: true, false: false }[text.trim()] ?? text;
    case 'Array':
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return text;
      }
    case 'String':
      return text;
  }
}

/** A checked value, or what is wrong with it in words. */
type ReadValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** Reads a value that was sent or stored: as text, or as what it is. */
export function readValue({ schema }: SettingDefinition, input: SettingInput): ReadValue {
  const { type } = shapeOf({ schema });
  const parsed = schema.safeParse(typeof input === 'string' ? fromText(input, type) : input);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, reason: expectedOf(schema, parsed.error) };
}

/** A value as the API and the database write it. */
export function writeValue(value: unknown): string {
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}
