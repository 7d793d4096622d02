import { z } from 'zod';

/** More values than that of one parameter are not remembered: those that come later are checked each time. */
const MAX_VALUES = 1_000;
/** Longer ones are not worth keeping. */
const MAX_LENGTH = 64;

type Values = Map<string, unknown>;

/** Parameters of one route's paths that were right before: readers ask for the pages of a few books, and every book has a page 1. */
export interface KnownParams {
  /** What they mean; undefined says nothing about them. */
  readonly recall: (params: Readonly<Record<string, string>>) => unknown;
  /** Remembers each parameter by itself, as it came and as it is meant. */
  readonly keep: (params: Readonly<Record<string, string>>, meant: unknown) => void;
}

/** Undefined where what one parameter means may depend on another. */
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
