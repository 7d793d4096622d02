import { join } from 'node:path';
import { buildWhenStale } from './build-when-stale.mjs';
import { root } from './root.mjs';

const server = join(root, 'apps', 'server');

/**
 * Bundles the server, unless it is up to date.
 * @param {string} node
 */
export function buildServerWhenStale(node) {
  const rolldown = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  buildWhenStale(
    {
      name: 'the server',
      sources: ['apps/server', 'packages/contract', 'packages/formats'],
      into: join(server, 'dist'),
      command: [rolldown, '--config', 'rolldown.config.js'],
      cwd: server,
    },
    node,
  );
}
