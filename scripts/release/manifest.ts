import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGES_BESIDE, PACKAGES_REQUIRED } from '../../apps/server/rolldown.config.js';

const ROOT = join(import.meta.dirname, '../..');

const Names = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
  version: z.string(),
  description: z.string().optional(),
  engines: z.object({ node: z.string() }).optional(),
  dependencies: Names,
  optionalDependencies: Names,
});

/** Builds of Node: on an older Node, the command runs on the one of its platform. */
const NODE_BUILD = /^node-(?:bin-)?(?:darwin|linux|win)-/;

/** The manifest of a folder of the repository. */
export function readManifest(folder: string): z.output<typeof Manifest> {
  return Manifest.parse(JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')));
}

/** Versions of the packages that the bundle loads from node_modules. */
function findDependencies(): Readonly<Record<string, string>> {
  const asked = { ...readManifest('packages/formats').dependencies, ...readManifest('apps/server').dependencies };
  return Object.fromEntries(
    [...PACKAGES_BESIDE, ...PACKAGES_REQUIRED].toSorted().map((name) => {
      const version = asked[name];
      if (version === undefined) throw new Error(`${name} of rolldown.config.js is a dependency of no workspace`);
      return [name, version];
    }),
  );
}

/** package.json of the package that operators install. */
export function makeManifest(): Readonly<Record<string, unknown>> {
  const root = readManifest('.');
  const server = readManifest('apps/server');
  const builds = Object.entries(root.optionalDependencies).filter(([name]) => NODE_BUILD.test(name));
  const zod = server.dependencies['zod'];
  return {
    name: 'lectern',
    version: server.version,
    description: root.description,
    license: 'MIT',
    type: 'module',
    bin: { lectern: 'scripts/bootstrap/installed.mjs' },
    exports: { './contract': { types: './packages/contract/types/index.d.ts' }, './package.json': './package.json' },
    engines: root.engines,
    dependencies: findDependencies(),
    optionalDependencies: Object.fromEntries(builds),
    // Only the types of the contract name it.
    peerDependencies: { zod },
    peerDependenciesMeta: { zod: { optional: true } },
  };
}
