import type { SerialisedTree } from '#entities/condition/tree.ts';
import { fieldProblems } from '#lib/problem.ts';

/** Server errors by the key of the part they concern. */
export function problemsByPart(error: unknown, { places }: SerialisedTree): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, message] of Object.entries(fieldProblems(error))) {
    const key = partAt(path, places);
    if (key !== undefined && !found.has(key)) found.set(key, message);
  }
  return found;
}

/** The innermost part around a path: `condition.allOf[2].genre.operator` lies in `condition.allOf[2]`. */
function partAt(path: string, places: ReadonlyMap<string, string>): string | undefined {
  for (let rest = path; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('.')))) {
    const key = places.get(rest);
    if (key !== undefined) return key;
  }
  return undefined;
}
