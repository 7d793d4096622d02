// Entry of every npm script. Plain JavaScript without dependencies, because it runs on any Node from 20, before
// anything is installed: it installs what is missing, finds a Node 24, and hands over to it.
import { join, resolve } from 'node:path';
import { buildServerWhenStale } from './bootstrap/build-server.mjs';
import { buildWebWhenStale } from './bootstrap/build-web.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { installWhenStale } from './bootstrap/install.mjs';
import { findNode } from './bootstrap/node-24.mjs';
import { root } from './bootstrap/root.mjs';
import { MAIN, SERVER_FLAGS, serverEnvironment } from './bootstrap/server-process.mjs';

/** What each `npm run` name starts, whether it is the server or needs its bundle, and whether it needs the built web app. */
const COMMANDS = {
  start: { script: [MAIN, 'serve'], server: true, web: true },
  lectern: { script: [MAIN], server: true },
  openapi: {
    script: ['apps/server/src/main.ts', 'openapi', '--output', join(root, 'docs/openapi.json'), '--format', 'json'],
  },
  test: { script: ['scripts/test.ts'], web: (args) => !['unit', 'server'].includes(args[0] ?? '') },
  check: { script: ['scripts/check.ts'] },
  audit: { script: ['scripts/audit.ts'] },
  dev: { script: ['scripts/dev.ts'] },
  bench: { script: ['benchmarks/main.ts'], web: true },
  fuzz: { script: ['scripts/fuzz.ts'] },
  words: { script: ['scripts/words.ts'] },
  'docs:config': { script: ['scripts/write-configuration.ts'] },
  package: { script: ['scripts/package.ts'], builds: true, web: true },
  release: { script: ['scripts/release.ts'], builds: true, web: true },
  format: { script: ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', '.'] },
};

function run(name, args) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new Error(`Unknown command "${name}", expected one of: ${Object.keys(COMMANDS).join(', ')}`);
  installWhenStale();
  const node = findNode();
  const needsWeb = typeof command.web === 'function' ? command.web(args) : command.web === true;
  if (needsWeb) buildWebWhenStale(node);
  const [script, ...first] = command.script;
  const isServer = command.server === true;
  if (isServer || command.builds === true) buildServerWhenStale(node);
  const flags = isServer ? SERVER_FLAGS : [];
  handOver(
    node,
    [...flags, resolve(root, script), ...first, ...args],
    isServer ? serverEnvironment(process.env) : process.env,
  );
}

try {
  run(process.argv[2] ?? 'start', process.argv.slice(3));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
