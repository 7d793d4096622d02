import { z } from 'zod';

/** Cached values of one parameter. A full cache is cleared. */
const MAX_VALUES = 1_000;
/** Longer values are not cached. */
const MAX_LENGTH = 64;

type Values = Map<string, unknown>;

/** Cache of valid path parameters of one route: readers ask for the pages of a few books. */
export interface KnownParams {
  /** The parsed parameters; undefined on a miss. */
  readonly recall: (params: Readonly<Record<string, string>>) => unknown;
  /** Stores each parameter, raw and parsed. */
  readonly keep: (params: Readonly<Record<string, string>>, meant: unknown) => void;
}

/** Undefined for shapes with checks across parameters. */
export function createKnownParams(schema: z.ZodType | undefined): KnownParams | undefined {
  if (!(schema instanceof z.ZodObject) || (schema.def.checks ?? []).length > 0) return undefined;
  const fields = Object.keys(schema.shape).map((name): readonly [string, Values] => [name, new Map()]);
  return {
    recall: (params) => {
      const meant: Record<string, unknown> = {};
      for (const [name, values] of fields) {
        const value = values.get(params[name] ?? '');
        if (value === undefined) return undefined;
        meant[name] = value;
      }
      return meant;
    },
    keep: (params, meant) => {
      for (const [name, values] of fields) {
        const given = params[name];
        if (given === undefined || given.length > MAX_LENGTH) continue;
        if (values.size >= MAX_VALUES) values.clear();
        values.set(given, (meant as Readonly<Record<string, unknown>>)[name]);
      }
    },
  };
}
