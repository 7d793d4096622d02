import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moveToTrash } from './library-trash.ts';

const FILES = 40;

describe('a move to the trash', () => {
  it('may run twice at once', async () => {
    const root = await mkdtemp(join(tmpdir(), 'lectern-trash-'));
    try {
      await mkdir(join(root, 'Saga'));
      for (let number = 0; number < FILES; number += 1) {
        const move = { root, path: `Saga/${String(number)}.cbz`, trashId: `t${String(number)}` };
        const trashed = join(root, '.lectern-trash', move.trashId, `${String(number)}.cbz`);
        await writeFile(join(root, move.path), 'pages');
        await Promise.all([moveToTrash(move), moveToTrash(move), moveToTrash(move)]);
        expect(await readFile(trashed, 'utf8')).toBe('pages');
      }
      expect(await readdir(join(root, 'Saga'))).toEqual([]);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
