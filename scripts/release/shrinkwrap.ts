import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeManifest } from './manifest.ts';

const Names = z.record(z.string(), z.string()).default({});
const Asked = z.looseObject({
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
});
type Asked = z.output<typeof Asked>;

const Lock = z.object({ packages: z.record(z.string(), z.looseObject({})) });

/** Where Node finds a package that the package at `from` asks for. The released ones all lie at the root of the repository. */
function findPlace(entries: ReadonlyMap<string, unknown>, from: string, name: string): string | undefined {
  const parts = from.split('/node_modules/');
  const nested = parts.map(
    (_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/node_modules/${name}`,
  );
  return [...nested, `node_modules/${name}`].find((place) => entries.has(place));
}

/** Names that a package must get, and names without which it works. */
function listAsked({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Asked) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  const needed = [...Object.keys(dependencies), ...peers].filter((name) => !(name in optionalDependencies));
  return { needed, optional: Object.keys(optionalDependencies) };
}

/**
 * `npm-shrinkwrap.json` of the package that operators install: the versions and checksums of `package-lock.json` for it and all
 * that it brings along. Without it npm takes the newest version of what packages ask for in ranges. npm reads it for `npm ci` and for
 * packages of a registry, and not for an archive on the disk.
 */
export function makeShrinkwrap(): Readonly<Record<string, unknown>> {
  const lock = Lock.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')));
  const entries = new Map(Object.entries(lock.packages));
  const manifest = makeManifest();
  const found = new Set<string>();
  const waiting = [{ place: '', asked: Asked.parse(manifest) }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { place: from, asked } = one;
    const { needed, optional } = listAsked(asked);
    for (const name of [...needed, ...optional]) {
      const place = findPlace(entries, from, name);
      if (place === undefined && needed.includes(name))
        throw new Error(`The lock file has no ${name}, which ${from} needs`);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      waiting.push({ place, asked: Asked.parse(entries.get(place)) });
    }
  }
  const { name, version, license, bin, engines, dependencies, optionalDependencies } = manifest;
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const root = { name, version, license, bin, engines, dependencies, optionalDependencies };
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { ...root, peerDependencies, peerDependenciesMeta },
      ...Object.fromEntries([...found].toSorted().map((place) => [place, entries.get(place)])),
    },
  };
}
