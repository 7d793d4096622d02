import { join } from 'node:path';
import { root } from './root.mjs';

/** The `lectern` command, as bundled by `build-server.mjs`. */
export const MAIN = join(root, 'apps', 'server', 'dist', 'lectern', 'main.js');

/**
 * Node flags of the server. A nursery of 12 MB instead of 96 serves as many requests (measured), and V8 hardly ever
 * shrinks one. V8 sizes the old heap by the load of the machine: on a busy one, a scan of 100,000 books took up to 590
 * MB, and 430 MB with a growth of half. `--expose-gc`: the server collects once, soon after the start.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=75', '--expose-gc'];

/** Compile cache of Node: the next start takes a third less. */
export const COMPILED = join(root, 'node_modules', '.cache', 'lectern');

/** Bytes from which memory is mapped, and that may stay idle at the end of an area. */
const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(12 * 1024 * 1024),
};

/**
 * Threads of Node's pool instead of four. A hung disk keeps a thread for each read, up to eight per library (see
 * `bounded-reads.ts`): two hung libraries leave eight. An idle thread costs only address space.
 */
const POOL = { UV_THREADPOOL_SIZE: '24' };

/**
 * Environment of the server; the operator's values win. One malloc area for all threads instead of eight per processor,
 * so that threads share the holes left by pictures and archives. Memory of one page's picture stays under the first
 * bound and is reused: fresh memory costs a twentieth more. Larger blocks return to the system at once; glibc would
 * keep more and more.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment(env) {
  return { ...MALLOC, ...POOL, NODE_COMPILE_CACHE: COMPILED, ...env };
}
