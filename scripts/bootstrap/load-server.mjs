import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listSources } from './root.mjs';
import { MAIN } from './server-process.mjs';

// A program of its own: loads every source of the server, so that Node keeps each of them compiled. Most are otherwise loaded
// when they are first needed, and would have the running server load what strips types.
process.argv = ['node', 'lectern', '--version'];
for (const path of [MAIN, ...listSources(dirname(MAIN))]) {
  // In turn, so that what one of them cannot load leaves the others compiled. The command itself only tells its version.
  await import(pathToFileURL(path).href).catch(() => undefined);
}
