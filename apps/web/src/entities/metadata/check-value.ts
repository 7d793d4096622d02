import { t } from '@lingui/core/macro';
import { formatNumber } from '#lib/format.ts';
import type { Json, Values } from './draft.ts';
import type { Field } from './fields.ts';

const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;
const WEB_ADDRESS = /^https?:\/\/\S+$/i;
const MAX_JSON_BYTES = 65_536;

function checkNumber({ family, min = 0, max = 0 }: Field, value: Json): string | undefined {
  const number = typeof value === 'number' ? value : Number.NaN;
  if (Number.isNaN(number)) return t`Enter a number`;
  if (family === 'whole' && !Number.isInteger(number)) return t`Enter a whole number`;
  if (number >= min && number <= max) return undefined;
  const [lowest, highest] = [formatNumber(min), formatNumber(max)];
  return t`Enter a number from ${lowest} to ${highest}`;
}

/** Required keys of a row, by family. */
const NEEDED: Readonly<Partial<Record<Field['family'], readonly (readonly [key: string, words: string])[]>>> = {
  people: [['name', t`Each creator needs a name`]],
  links: [
    ['sourceName', t`Each link needs a site`],
    ['url', t`Each link needs an address`],
  ],
  ids: [
    ['source', t`Each external ID needs a source`],
    ['externalId', t`Each source needs an ID`],
  ],
  ratings: [['sourceName', t`Each rating needs a source`]],
  titles: [
    ['label', t`Each alias needs a label, such as its language`],
    ['title', t`Each alias needs a title`],
  ],
  awards: [['name', t`Each award needs a name`]],
};

function readRows(value: Json): readonly Readonly<Record<string, Json>>[] {
  return Array.isArray(value) ? (value as readonly Readonly<Record<string, Json>>[]) : [];
}

function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function checkAddress(value: Json | undefined): string | undefined {
  if (isBlank(value)) return undefined;
  return typeof value === 'string' && WEB_ADDRESS.test(value.trim())
    ? undefined
    : t`Addresses begin with http:// or https://`;
}

function checkRating({ rating, voteCount }: Readonly<Record<string, Json>>): string | undefined {
  if (typeof rating !== 'number' || rating < 0 || rating > 100) return t`Ratings are numbers from 0 to 100`;
  const isCount =
    isBlank(voteCount) || (typeof voteCount === 'number' && Number.isInteger(voteCount) && voteCount >= 0);
  return isCount ? undefined : t`Votes are whole numbers`;
}

function checkRow(family: Field['family'], row: Readonly<Record<string, Json>>): string | undefined {
  const missing = NEEDED[family]?.find(([key]) => isBlank(row[key]));
  if (missing !== undefined) return missing[1];
  if (family === 'ratings') return checkRating(row);
  if (family === 'awards' && !isBlank(row['year']) && !Number.isInteger(row['year'])) return t`Years are whole numbers`;
  return checkAddress(row[family === 'links' ? 'url' : 'externalUrl']);
}

function checkRows(family: Field['family'], value: Json): string | undefined {
  const rows = readRows(value);
  const wrong = rows.map((row) => checkRow(family, row)).find((problem) => problem !== undefined);
  if (wrong !== undefined) return wrong;
  const key = family === 'ids' ? 'source' : 'sourceName';
  const sources = rows.flatMap(({ [key]: name }) => (typeof name === 'string' ? [name.trim().toLowerCase()] : []));
  const isTwice = ['links', 'ids', 'ratings'].includes(family) && new Set(sources).size < sources.length;
  return isTwice ? t`Use each source only once` : undefined;
}

function checkJson(value: Json): string | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return t`Enter a JSON object`;
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  const most = formatNumber(MAX_JSON_BYTES);
  return bytes > MAX_JSON_BYTES ? t`Use at most ${most} bytes` : undefined;
}

function checkLanguage(value: Json): string | undefined {
  return typeof value === 'string' && LANGUAGE.test(value) ? undefined : t`Enter a language code such as en or pt-BR`;
}

/** A sentence for the user; undefined for a valid value. */
export function checkValue(field: Field, value: Json): string | undefined {
  const { family } = field;
  if (isBlank(value)) return field.needed === true ? t`This cannot be empty` : undefined;
  if (family === 'whole' || family === 'decimal') return checkNumber(field, value);
  if (family === 'language') return checkLanguage(value);
  if (family === 'json') return checkJson(value);
  return family in NEEDED ? checkRows(family, value) : undefined;
}

export function listProblems(fields: readonly Field[], values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name];
      const problem = value === undefined ? undefined : checkValue(field, value);
      return problem === undefined ? [] : [[field.name, problem]];
    }),
  );
}
