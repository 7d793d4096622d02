import { z } from 'zod';

const Names = z.record(z.string(), z.string()).default({});

/** What a `package.json` asks for. */
export const Asked = z.object({
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
});
export type Asked = z.output<typeof Asked>;

const Entry = Asked.extend({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  inBundle: z.boolean().optional(),
});

/** What of `package-lock.json` is reviewed. */
export const Lock = z.object({ lockfileVersion: z.int(), packages: z.record(z.string(), Entry) });
export type Lock = z.output<typeof Lock>;

/** A package of others. */
export interface LockedPackage extends z.output<typeof Entry> {
  /** Where npm puts it: `node_modules/a/node_modules/b`. */
  readonly place: string;
  /** Its name in the registry. */
  readonly packageName: string;
}

/** The packages of others, in order of places. */
export function listLockedPackages({ packages }: Lock): readonly LockedPackage[] {
  return Object.entries(packages)
    .filter(([place, entry]) => place.includes('node_modules/') && entry.link !== true)
    .map(([place, entry]) => ({ ...entry, place, packageName: entry.name ?? place.replace(/^.*node_modules\//, '') }));
}
