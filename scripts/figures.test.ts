import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countFigures, findFolderCycles, findWorse } from './figures.ts';

async function measure(files: Readonly<Record<string, string>>): Promise<ReturnType<typeof countFigures>> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-figures-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return countFigures(root);
  } finally {
    await rm(root, { recursive: true });
  }
}

describe('the figures of the house', () => {
  it('count files, lines and small files, without tests', async () => {
    const figures = await measure({
      'apps/server/src/core/long.ts': 'line\n'.repeat(460),
      'apps/server/src/core/short.ts': 'line\n'.repeat(3),
      'apps/server/src/core/short.test.ts': 'line\n'.repeat(900),
    });
    expect(figures).toMatchObject({
      'server source files': 2,
      'server source files under 15 lines': 1,
      'lines of the largest server source file': 460,
      'lines of server source': 463,
      'median lines of a server source file': 460,
    });
    expect(findWorse(figures)).toEqual([
      'lines of the largest server source file: 460, at most 450',
      'median lines of a server source file: 460, at most 80',
    ]);
  });

  it('find folders that import each other, directly or over a third one', async () => {
    const figures = await measure({
      'apps/server/src/core/one/a.ts': "import { b } from '#core/two/b.ts';\n",
      'apps/server/src/core/two/b.ts': "export const c = await import('../three/c.ts');\n",
      'apps/server/src/core/three/c.ts': "import type { A } from '../one/a.ts';\n",
    });
    expect(figures['cycles between folders of the server']).toBe(3);
    expect(
      findFolderCycles(
        new Map([
          ['up', new Set(['down'])],
          ['down', new Set<string>()],
        ]),
      ),
    ).toEqual([]);
  });

  it('find files that name a format, and leave its table out', async () => {
    const figures = await measure({
      'packages/contract/src/format-table.ts': "export const id = 'cbt';\n",
      'apps/web/src/lib/choose.ts': "if (format === 'epub') open();\n",
    });
    expect(figures['server and web files that name a format in quotes']).toBe(1);
  });

  it('find vague words in comments, test names and pages, and helpers that end in "Of"', async () => {
    const figures = await measure({
      'apps/web/src/lib/one.ts': '// Nobody waits.\nconst text = "somebody";\nconst codeOf = 1;\n',
      'apps/server/tests/one.test.ts': "it('is for whoever asks', ask);\n",
      'docs/one.md': 'It is made anew.\n',
      'node_modules/other/README.md': 'Nobody.\n',
    });
    expect(figures['lines with "whoever", "somebody", "nobody" or "anew"']).toBe(3);
    expect(figures['helpers whose name ends in Of']).toBe(1);
  });
});
