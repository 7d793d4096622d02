import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FOLDER = join(import.meta.dirname, '../../../../../shared/corpus');
const MANIFEST = join(FOLDER, 'MANIFEST.json');

const text = z.union([z.string(), z.number()]).transform(String).nullable().optional();

const CorpusFile = z.object({
  path: z.string(),
  kind: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  features: z.array(z.string()),
  expect: z.object({
    container: z.string().optional(),
    error: z.unknown().optional(),
    encrypted: z.unknown().optional(),
    pages: z.number().optional(),
    page_info: z
      .array(z.object({ name: z.string(), width: z.number().optional(), height: z.number().optional() }))
      .optional(),
    first_page: text,
    title: text,
    series: text,
    number: text,
  }),
});
export type CorpusFile = z.infer<typeof CorpusFile>;

/** Folder of real and hostile book files beside the project, and what each must yield; undefined in a clone without it. */
export function findCorpus(): { readonly folder: string; readonly books: readonly CorpusFile[] } | undefined {
  if (!existsSync(MANIFEST)) return undefined;
  const files = z.array(CorpusFile).parse(JSON.parse(readFileSync(MANIFEST, 'utf8')));
  const isBook = ({ kind, path }: CorpusFile): boolean =>
    ['cbz', 'cbr', 'epub', 'pdf'].includes(kind) || /[.](cbt|cb7)$/i.test(path);
  return { folder: FOLDER, books: files.filter(isBook) };
}
