import { z } from 'zod';

/** A text; an empty one clears. */
export const words = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() === '' ? null : text));
export const lock = z.boolean().nullish();
export const names = z.array(z.string()).nullish();
export const links = z.array(z.object({ label: z.string(), url: z.string() })).nullish();

/** A value that cannot be cleared: null keeps it. */
export const kept = <Shape extends z.ZodType>(shape: Shape) =>
  shape.nullish().transform((value): z.output<Shape> | undefined => value ?? undefined);

export const title = kept(z.string().trim().min(1));

/** The locks that a patch sets, under our names. */
export function setLocks(all: Readonly<Record<string, boolean | null | undefined>>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(all).flatMap(([name, is]) => (typeof is === 'boolean' ? [[name, is]] : [])));
}

/** Links as they are stored here: by the name of their target. */
export function toLinks(given: z.output<typeof links>) {
  return given?.map(({ label, url }) => ({ sourceName: label, url })) ?? given;
}
