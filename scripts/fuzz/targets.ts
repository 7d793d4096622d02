import { bookTargets } from './book-targets.ts';
import { documentTargets } from './document-targets.ts';
import { pictureTargets } from './picture-targets.ts';
import { type Target } from './target.ts';

const TARGETS: ReadonlyMap<string, Target> = new Map<string, Target>([
  ...Object.entries(bookTargets),
  ...Object.entries(documentTargets),
  ...Object.entries(pictureTargets),
]);

export const targetNames: readonly string[] = [...TARGETS.keys()];

/** @throws {Error} listing the known names */
export function findTarget(name: string): Target {
  const target = TARGETS.get(name);
  if (target !== undefined) return target;
  throw new Error(`Unknown target "${name}", expected one of: ${targetNames.join(', ')}`);
}
