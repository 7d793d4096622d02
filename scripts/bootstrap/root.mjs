import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** One line about what is being done, on stderr so that a command's own output stays clean. */
export function say(message) {
  process.stderr.write(`lectern: ${message}\n`);
}

/** The text of a file, or undefined when there is none. */
export function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** SHA-256 over named contents, in the order given, as hex. */
export function fingerprint(parts) {
  const hash = createHash('sha256');
  for (const [name, content] of parts) hash.update(`${name}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

const NOT_SOURCES = new Set(['dist', 'e2e', 'node_modules', 'playwright-report', 'test-results', 'tests']);

/**
 * Absolute paths of the files under a folder that a build may read; tests are none.
 * @param {string} folder
 * @returns {string[]}
 */
export function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name) || /[.]test[.]tsx?$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listSources(path) : [path];
  });
}
