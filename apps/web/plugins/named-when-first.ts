import type { Rolldown } from 'vite';

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/**
 * Gives a name to the file of the modules that the entry or the first page import, however indirectly, without asking for
 * them later; to no others, so that nothing is sent before the first screen that only later ones need.
 * @param firsts the ends of the paths of the modules that come first
 */
export function namedWhenFirst(name: string, ...firsts: readonly string[]): Rolldown.CodeSplittingNameFunction {
  return (moduleId, context) => (isFirst(moduleId, firsts, context) ? name : null);
}

function isFirst(moduleId: string, firsts: readonly string[], context: Context): boolean {
  const seen = new Set([moduleId]);
  for (const id of seen) {
    const info = context.getModuleInfo(id);
    if (info?.isEntry === true || firsts.some((end) => id.endsWith(end))) return true;
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return false;
}
