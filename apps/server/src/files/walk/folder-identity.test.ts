import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identifyFolder, relateFolders } from './folder-identity.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-folders-'));
  await mkdir(join(root, 'comics', 'manga'), { recursive: true });
  await mkdir(join(root, 'comics 2'));
});
afterEach(async () => rm(root, { recursive: true, force: true }));

async function relate(one: string, other: string): Promise<string | undefined> {
  return relateFolders(await identifyFolder(join(root, one)), await identifyFolder(join(root, other)));
}

describe('how two folders lie to each other', () => {
  it('tells the same, inside and around', async () => {
    expect(await relate('comics', 'comics')).toBe('same');
    expect(await relate('comics/manga', 'comics')).toBe('inside');
    expect(await relate('comics', 'comics/manga')).toBe('around');
  });

  it('is not misled by a name that begins alike', async () => {
    expect(await relate('comics', 'comics 2')).toBeUndefined();
  });

  it('sees through links', async () => {
    await symlink(join(root, 'comics'), join(root, 'link'));
    expect(await relate('link', 'comics')).toBe('same');
    expect(await relate('link/manga', 'comics')).toBe('inside');
    expect(await relate('link', 'comics/manga')).toBe('around');
  });

  it('compares names where a folder is gone', async () => {
    expect(await relate('gone', 'gone')).toBe('same');
    expect(await relate('gone/inside', 'gone')).toBe('inside');
    expect(await relate('gone', 'comics')).toBeUndefined();
  });
});
