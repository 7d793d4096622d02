import { bookTargets } from './book-targets.ts';
import { documentTargets } from './document-targets.ts';
import { pictureTargets } from './picture-targets.ts';
import { type Target } from './target.ts';

const TARGETS: ReadonlyMap<string, Target> = new Map<string, Target>([
  ...Object.entries(bookTargets),
  ...Object.entries(documentTargets),
  ...Object.entries(pictureTargets),
]);

/** Names of all targets. */
export const targetNames: readonly string[] = [...TARGETS.keys()];

/** @throws {Error} with the known names when there is none of this name */
export function findTarget(name: string): Target {
  const target = TARGETS.get(name);
  if (target !== undefined) return target;
  throw new Error(`Unknown target "${name}", expected one of: ${targetNames.join(', ')}`);
}
