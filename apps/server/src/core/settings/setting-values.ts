import type { SettingInput, SettingType } from '@lectern/contract';
import { z } from 'zod';
import { explainIssue } from '#core/explain-issue.ts';
import { say } from '#words/say.ts';
import { sayShape } from '#words/shape-messages.ts';
import type { SettingDefinition } from './definitions.ts';

/**
 * What a refused value must be: `must be a whole number from 1 to 10`.
 * @param error of a parse with `explainIssue`
 */
export function describeExpected(schema: z.ZodType, error: z.ZodError): string {
  const { type, minimum: min, maximum: max } = z.toJSONSchema(schema, { io: 'input' });
  if (type !== 'integer' || min === undefined) return sayShape(error.issues[0]?.message ?? '');
  return max === undefined || max >= Number.MAX_SAFE_INTEGER
    ? say('must be a whole number of {min} or more', { min })
    : say('must be a whole number from {min} to {max}', { min, max });
}

interface SettingShape {
  readonly type: SettingType;
  readonly minValue: number | null;
  readonly maxValue: number | null;
  /** Values to choose from; members, where the value is a list. */
  readonly options: string[] | null;
}

const TYPES: Readonly<Partial<Record<string, SettingType>>> = {
  integer: 'Integer',
  boolean: 'Boolean',
  array: 'Array',
};

/** Type and limits of a schema. */
export function readShape({ schema }: Pick<SettingDefinition, 'schema'>): SettingShape {
  const shape = z.toJSONSchema(schema, { io: 'input' });
  const { minimum = null, maximum = null } = shape.type === 'integer' ? shape : {};
  const members = typeof shape.items === 'object' && !Array.isArray(shape.items) ? shape.items.enum : undefined;
  return {
    type: TYPES[String(shape.type)] ?? 'String',
    minValue: minimum,
    maxValue: maximum,
    options: (shape.enum ?? members)?.map(String) ?? null,
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

type ReadValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** Parses a sent or stored value, as text or in its own type. */
export function readValue({ schema }: SettingDefinition, input: SettingInput): ReadValue {
  const { type } = readShape({ schema });
  const parsed = schema.safeParse(typeof input === 'string' ? fromText(input, type) : input, { error: explainIssue });
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, reason: describeExpected(schema, parsed.error) };
}

/** Formats a value for API and database. */
export function writeValue(value: unknown): string {
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}
