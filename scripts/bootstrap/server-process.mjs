import { join } from 'node:path';
import { root } from './root.mjs';

/** The `lectern` command. */
export const MAIN = join(root, 'apps', 'server', 'src', 'main.ts');

/**
 * Flags of Node for the server. What a request makes lives shortly: a nursery of 12 MB instead of 96 serves as many requests
 * (measured), and V8 hardly ever gives one back.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4'];

/** Where Node keeps what it made of the sources: type-stripped text and compiled functions. */
export const COMPILED = join(root, 'node_modules', '.cache', 'lectern');

/**
 * Environment of the server; what the operator set stays. Two areas instead of sixteen for glibc: with one a thread, pictures
 * and archives leave each of them full of holes. A compiled source is stripped of its types without loading what strips
 * them, in every thread; the variable has to be there before the first one is loaded.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment(env) {
  return { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: COMPILED, ...env };
}
