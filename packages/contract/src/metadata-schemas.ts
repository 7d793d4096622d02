import { z } from 'zod';
import { namesWhere } from './metadata-fields.ts';
import type { FieldFamily, MetadataField } from './metadata-field-table.ts';

/** The table a schema is made from. */
type Fields = Readonly<Record<string, MetadataField>>;

/** Families with plain values: one text, number or flag, or a list of texts. */
const PLAIN = [
  'text',
  'long',
  'language',
  'whole',
  'decimal',
  'choice',
  'flag',
  'names',
] as const satisfies readonly FieldFamily[];
type Plain = (typeof PLAIN)[number];

/** Fields with plain values in the row; genres and tags have tables of their own. */
type PlainNames<Table extends Fields> = {
  [Name in keyof Table]: Table[Name]['family'] extends Plain
    ? Table[Name]['stored'] extends 'column' | 'flag' | 'document'
      ? Name
      : never
    : never;
}[keyof Table];

type Choices = readonly (readonly [value: string, words: string])[];
type ChoiceSchema<Field extends MetadataField> = Field extends { readonly choices: Choices }
  ? z.ZodEnum<{ [Value in Field['choices'][number][0]]: Value }>
  : z.ZodString;

const enums = new Map<Choices, z.ZodType>();

/** Schema of a choice; equal choices share a schema, and so a name in the OpenAPI document. */
export function choiceSchema<Field extends { readonly choices: Choices }>(
  field: Field,
): z.ZodEnum<{ [Value in Field['choices'][number][0]]: Value }> {
  const values = field.choices.map(([value]) => value) as [string, ...string[]];
  const known = enums.get(field.choices) ?? z.enum(values);
  enums.set(field.choices, known);
  return known as z.ZodEnum<{ [Value in Field['choices'][number][0]]: Value }>;
}

/** Schema of a value by its family. */
type ValueSchema<Field extends MetadataField> = {
  readonly text: z.ZodString;
  readonly long: z.ZodString;
  readonly language: z.ZodString;
  readonly whole: z.ZodInt;
  readonly decimal: z.ZodNumber;
  readonly choice: ChoiceSchema<Field>;
  readonly flag: z.ZodBoolean;
  readonly names: z.ZodArray<z.ZodString>;
}[Field['family'] & Plain];

const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/** Value schemas of responses. */
const SHOWN: Readonly<Record<Plain, (field: MetadataField) => z.ZodType>> = {
  text: () => z.string(),
  long: () => z.string(),
  language: () => z.string(),
  whole: () => z.int(),
  decimal: () => z.number(),
  choice: ({ choices = [] }) => choiceSchema({ choices }),
  flag: () => z.boolean(),
  names: () => z.array(z.string()),
};

/** Value schemas of edits, with the bounds of the table. */
const EDITED: Readonly<Record<Plain, (field: MetadataField) => z.ZodType>> = {
  text: ({ max = Infinity }) => z.string().max(max),
  long: ({ max = Infinity }) => z.string().max(max),
  language: () => z.string().regex(LANGUAGE, 'must be a BCP 47 language tag').max(35),
  whole: ({ min = 0, max = Infinity }) => z.int().min(min).max(max),
  decimal: ({ min = 0, max = Infinity }) => z.number().min(min).max(max),
  choice: ({ choices = [] }) => choiceSchema({ choices }),
  flag: () => z.boolean(),
  names: ({ max = Infinity }) => z.array(z.string().trim().min(1).max(max)).max(1_000),
};

function isPlain(family: FieldFamily): family is Plain {
  return PLAIN.some((plain) => plain === family);
}

function isPlainField({ family, stored }: MetadataField): boolean {
  return isPlain(family) && (stored === 'column' || stored === 'flag' || stored === 'document');
}

type Shown<Table extends Fields> = { [Name in PlainNames<Table>]: z.ZodNullable<ValueSchema<Table[Name]>> };

/** Response schemas of the plain fields of a table; null for unknown values. */
export function shownSchemas<Table extends Fields>(table: Table): Shown<Table> {
  const schemas = Object.entries(table).flatMap(([name, field]) =>
    isPlain(field.family) && isPlainField(field) ? [[name, SHOWN[field.family](field).nullable()]] : [],
  );
  return Object.fromEntries(schemas) as Shown<Table>;
}

/** Plain fields stored in the row, in table order. */
export function plainNames<Table extends Fields>(table: Table): readonly PlainNames<Table>[] {
  return namesWhere(table, isPlainField) as PlainNames<Table>[];
}

type EditedNames<Table extends Fields> = {
  [Name in keyof Table]: Table[Name]['family'] extends Plain
    ? Table[Name]['stored'] extends 'table'
      ? never
      : Name
    : never;
}[keyof Table];
type Edited<Table extends Fields, Names extends keyof Table> = {
  [Name in Names]: z.ZodOptional<z.ZodNullable<ValueSchema<Table[Name]>>>;
};
type ManyNames<Table extends Fields> = {
  [Name in EditedNames<Table>]: Table[Name] extends { readonly many: true } ? Name : never;
}[EditedNames<Table>];

function editedWhere(table: Fields, condition: (field: MetadataField) => boolean): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, field]) =>
      isPlain(field.family) && field.stored !== 'table' && condition(field)
        ? [[name, EDITED[field.family](field).nullable().optional()]]
        : [],
    ),
  );
}

/** Edit schemas of the plain fields for one item: absent keeps, null clears. */
export function editSchemas<Table extends Fields>(table: Table): Edited<Table, EditedNames<Table>> {
  return editedWhere(table, () => true) as Edited<Table, EditedNames<Table>>;
}

/** The same for many items. */
export function manyEditSchemas<Table extends Fields>(table: Table): Edited<Table, ManyNames<Table>> {
  return editedWhere(table, ({ many }) => many === true) as Edited<Table, ManyNames<Table>>;
}
