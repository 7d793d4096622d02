import { readFile } from 'node:fs/promises';
import { BOOK_EXTENSIONS, FORMAT_IDS, formatFacts } from '@lectern/contract/book-formats';
import { describe, expect, it } from 'vitest';

interface Manifest {
  readonly share_target: { readonly params: { readonly files: readonly { readonly accept: readonly string[] }[] } };
}

describe('what the installed app takes from other apps', () => {
  it('is every format of books, by extension and media type', async () => {
    const file = new URL('../../../public/manifest.webmanifest', import.meta.url);
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
    const accept = manifest.share_target.params.files.flatMap((files) => files.accept);
    expect(accept.filter((one) => one.startsWith('.'))).toEqual(BOOK_EXTENSIONS.map((extension) => `.${extension}`));
    const [types, komgaTypes] = [formatFacts('mediaType'), formatFacts('komgaMediaType')];
    expect(accept).toEqual(expect.arrayContaining(FORMAT_IDS.flatMap((id) => [types[id], komgaTypes[id]])));
  });
});
