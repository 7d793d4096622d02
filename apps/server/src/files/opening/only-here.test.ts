import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FILES = join(import.meta.dirname, '..');
/** They open what lies in the data folder, or comes with the server. */
const OF_OURS = [
  'books/open-descriptors.ts',
  'books/pack-file.ts',
  'books/unpack-worker.ts',
  'books/unpacking.ts',
  'sending/web-files.ts',
];
const OPENS = /\b(open|openSync|readFile|readFileSync|createReadStream|copyFile|opendir)\b/;

it('files of libraries are opened here and nowhere else', () => {
  const found = ['books', 'sending'].flatMap((folder) =>
    readdirSync(join(FILES, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => {
        const text = readFileSync(join(FILES, folder, name), 'utf8');
        const imports = [...text.matchAll(/import \{([^}]*)\} from 'node:fs(?:\/promises)?'/g)];
        return imports.some(([, names = '']) => OPENS.test(names));
      })
      .map((name) => `${folder}/${name}`),
  );
  expect(found).toEqual(OF_OURS);
});
