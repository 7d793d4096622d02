import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of an installed package; undefined when it is not installed. */
function folderOf(name: string): string | undefined {
  try {
    const entry = fileURLToPath(import.meta.resolve(name));
    const at = entry.lastIndexOf(join('node_modules', name));
    return at === -1 ? dirname(entry) : entry.slice(0, at + join('node_modules', name).length);
  } catch {
    return undefined;
  }
}

/**
 * Looks whether WebAssembly of a package is there and whole.
 * @param file below the folder of the package
 * @returns what is wrong, in words; undefined when nothing is
 */
export async function findModuleFault(name: string, file: string): Promise<string | undefined> {
  const folder = folderOf(name);
  if (folder === undefined) return 'it is not installed';
  const bytes = await readFile(join(folder, file)).catch(() => undefined);
  if (bytes === undefined) return `${file} is missing`;
  return await WebAssembly.compile(bytes).then(
    () => undefined,
    () => `${file} is damaged`,
  );
}
