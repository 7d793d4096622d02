import { join } from 'node:path';
import { buildWhenStale } from './build-when-stale.mjs';
import { root } from './root.mjs';

const web = join(root, 'apps', 'web');

/**
 * Builds the web app, unless it is up to date.
 * @param {string} node
 */
export function buildWebWhenStale(node) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  buildWhenStale(
    {
      name: 'the web app',
      sources: ['apps/web', 'packages/contract'],
      into: join(web, 'dist'),
      command: [vite, 'build', '--logLevel', 'warn'],
      cwd: web,
    },
    node,
  );
}
