import { join } from 'node:path';
import { root } from './root.mjs';

/** The `lectern` command, as `build-server.mjs` bundles it. */
export const MAIN = join(root, 'apps', 'server', 'dist', 'lectern', 'main.js');

/**
 * Flags of Node for the server. What a request makes lives shortly: a nursery of 12 MB instead of 96 serves as many requests
 * (measured), and V8 hardly ever gives one back. How far the rest may grow before it is collected V8 would work out from how busy the
 * machine is: while others compute, a scan of 100,000 books then took up to 590 MB, and 430 with a share of a half. The
 * server collects once itself, soon after the start, for which it needs a handle.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=75', '--expose-gc'];

/** Where Node keeps the functions that it compiled: the next start takes a third less. */
export const COMPILED = join(root, 'node_modules', '.cache', 'lectern');

/** Bytes from which memory is mapped, and that may lie idle at the end of an area. */
const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(12 * 1024 * 1024),
};

/**
 * Threads of Node's pool, instead of four. A disk that hangs keeps a thread for each read, and one library holds eight at most
 * (see `bounded-reads.ts`), so two hung libraries leave eight. An idle thread costs only address space.
 */
const POOL = { UV_THREADPOOL_SIZE: '24' };

/**
 * Environment of the server; what the operator set stays. One area for all threads instead of glibc's eight a processor: each
 * would keep the holes that pictures and archives leave in it, and no other thread could fill them. What one picture of a page takes fits
 * under the first bound, so that the next finds it there: fresh from the system it costs a twentieth more. Larger pieces are got
 * from the system and go back to it at once; by itself glibc would keep more and more of them.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment(env) {
  return { ...MALLOC, ...POOL, NODE_COMPILE_CACHE: COMPILED, ...env };
}
