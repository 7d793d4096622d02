// Imported before a server: says on its standard error which packages, and which files of the server, the main thread loads.
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const told = new Set();

/** A package by its name, a file of the server by its path below `src`. */
function readName(url) {
  const inPackage = url.split('/node_modules/').at(-1);
  if (inPackage !== url) return /^(@[^/]+\/)?[^/]+/.exec(inPackage)?.[0];
  return url.split('/apps/server/src/')[1];
}

if (isMainThread) {
  registerHooks({
    load: (url, context, nextLoad) => {
      const name = url.startsWith('file:') ? readName(url) : undefined;
      if (name !== undefined && !told.has(name)) {
        told.add(name);
        process.stderr.write(`loaded ${name}\n`);
      }
      return nextLoad(url, context);
    },
  });
}
