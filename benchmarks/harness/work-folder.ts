import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const WORK = resolve(import.meta.dirname, '../.work');
const MAKER = resolve(import.meta.dirname, '../../../shared/tools/make-library.mjs');

/** A folder below benchmarks/.work, emptied unless `keep`. */
export function workFolder(name: string, keep = false): string {
  const path = join(WORK, name);
  if (!keep) rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/**
 * A generated library, made once.
 * @throws when the library maker is not beside the repository
 */
export function synthesised(name: string, options: Readonly<Record<string, string | number>>): string {
  const path = join(WORK, 'libraries', name);
  if (existsSync(join(path, '.done'))) return path;
  if (!existsSync(MAKER)) throw new Error(`The library maker is missing: ${MAKER}`);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  const flags = Object.entries(options).flatMap(([key, value]) => [`--${key}`, String(value)]);
  execFileSync(process.execPath, [MAKER, '--out', path, '--quiet', ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync('touch', [join(path, '.done')]);
  return path;
}
