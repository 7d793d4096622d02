import type { FoundFile } from '#files/walk/walk.ts';
import type { Differences } from '../look/compare-files.ts';

/** Files whose content may be any: new ones, and those that are not as they were. */
export function filesInQuestion({ added, changed, restored }: Differences): FoundFile[] {
  const others = restored.filter(({ isChanged }) => isChanged);
  return [...added, ...[...changed, ...others].map(({ file }) => file)];
}
