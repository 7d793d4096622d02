import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeManifest, readManifest } from './manifest.ts';

const Names = z.record(z.string(), z.string()).default({});
const Entry = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().optional(),
  dependencies: Names,
  optionalDependencies: Names,
});
const Lock = z.object({ packages: z.record(z.string(), Entry) });

type Entries = z.output<typeof Lock>['packages'];

/** A package of others that is in the release, bundled or installed with it. */
export interface ReleasedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  /** As in the lock file: `sha512-` and base64. */
  readonly integrity: string | undefined;
  /** Whether some platforms do without it. */
  readonly isOptional: boolean;
  /** `name@version` of the packages that it asks for. */
  readonly needs: readonly string[];
}

/** Where Node finds a package that the package at `from` asks for. */
function findPlace(entries: Entries, from: string, name: string): string | undefined {
  const parts = from.split('/node_modules/');
  const nested = parts.map(
    (_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/node_modules/${name}`,
  );
  return [...nested, `node_modules/${name}`].find((place) => place in entries);
}

/** Every package in the release, from the lock file, in order of names. */
export function listReleasedPackages(): ReleasedPackage[] {
  const path = join(import.meta.dirname, '../../package-lock.json');
  const entries = Lock.parse(JSON.parse(readFileSync(path, 'utf8'))).packages;
  const found = new Map<string, ReleasedPackage>();
  const visit = (from: string, name: string, isOptional: boolean): string | undefined => {
    const place = findPlace(entries, from, name);
    const entry = place === undefined ? undefined : entries[place];
    if (place === undefined || entry === undefined || entry.link === true) return undefined;
    const { version = '', license, integrity } = entry;
    const id = `${name}@${version}`;
    const known = found.get(id);
    if (known !== undefined && (isOptional || !known.isOptional)) return id;
    const needs: string[] = [];
    const released = { name, version, license, integrity, isOptional, needs };
    found.set(id, released);
    for (const [needed] of Object.entries(entry.dependencies)) {
      needs.push(...[visit(place, needed, isOptional)].filter((one) => one !== undefined));
    }
    for (const [needed] of Object.entries(entry.optionalDependencies)) {
      needs.push(...[visit(place, needed, true)].filter((one) => one !== undefined));
    }
    needs.sort();
    return id;
  };
  for (const folder of ['apps/server', 'apps/web', 'packages/contract', 'packages/formats']) {
    for (const name of Object.keys(readManifest(folder).dependencies)) visit(folder, name, false);
  }
  for (const name of Object.keys(Names.parse(makeManifest()['optionalDependencies']))) visit('', name, true);
  return [...found.values()].toSorted((one, other) =>
    `${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1,
  );
}
