import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const Names = z.record(z.string(), z.string()).optional();
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      dependencies: Names,
      devDependencies: Names,
      optionalDependencies: Names,
    }),
  ),
});

const text = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
const { packages } = Lock.parse(JSON.parse(text));

/** Where Node would look for a package that `from` imports, nearest first. */
function placesFor(from: string, name: string): readonly string[] {
  const folders = from.split('/node_modules/');
  const nested = folders.map((_, index) => folders.slice(0, folders.length - index).join('/node_modules/'));
  return [
    ...nested.filter((folder) => folder !== '').map((folder) => `${folder}/node_modules/${name}`),
    `node_modules/${name}`,
  ];
}

describe('the lock file', () => {
  it('holds every package for every platform, so that a clean install works anywhere', () => {
    const missing = Object.entries(packages).flatMap(([from, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })
        .filter((name) => !placesFor(from, name).some((place) => place in packages))
        .map((name) => `${from} needs ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('names no download address, so that any registry serves', () => {
    const addresses = Object.values(packages).filter((entry) => entry.link !== true && entry.resolved !== undefined);
    expect(addresses).toEqual([]);
  });
});
