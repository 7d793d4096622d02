import { z } from 'zod';

/** A text of the dialect, in which an empty one says nothing. */
export const words = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() === '' ? null : text));
export const lock = z.boolean().nullish();
export const names = z.array(z.string()).nullish();
const Link = z.object({ label: z.string(), url: z.string() });
export const links = z.array(Link).nullish();
/** What cannot be cleared: null is as if nothing were said. */
export const kept = <Shape extends z.ZodType>(shape: Shape) =>
  shape.nullish().transform((value): z.output<Shape> | undefined => value ?? undefined);
export const title = kept(z.string().trim().min(1, 'must not be empty'));

/** Locks that are said, under our names. */
export function saidLocks(said: Readonly<Record<string, boolean | null | undefined>>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, is]) => (typeof is === 'boolean' ? [[name, is]] : [])),
  );
}

/** Links as they are stored here: by who they lead to. */
export function toLinks(given: z.output<typeof links>) {
  return given?.map(({ label, url }) => ({ sourceName: label, url })) ?? given;
}
