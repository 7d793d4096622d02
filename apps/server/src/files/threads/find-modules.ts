import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of an installed package; undefined when it is not installed. */
function findPackageFolder(name: string): string | undefined {
  try {
    const entry = fileURLToPath(import.meta.resolve(name));
    const at = entry.lastIndexOf(join('node_modules', name));
    return at === -1 ? dirname(entry) : entry.slice(0, at + join('node_modules', name).length);
  } catch {
    return undefined;
  }
}

/**
 * Checks that the WebAssembly file of a package exists and compiles.
 * @param file relative to the package
 * @returns the fault in words; undefined when there is none
 */
export async function findModuleFault(name: string, file: string): Promise<string | undefined> {
  const folder = findPackageFolder(name);
  if (folder === undefined) return 'it is not installed';
  const bytes = await readFile(join(folder, file)).catch(() => undefined);
  if (bytes === undefined) return `${file} is missing`;
  return await WebAssembly.compile(bytes).then(
    () => undefined,
    () => `${file} is damaged`,
  );
}
