import { memorySource } from '../../fixtures/memory-source.ts';
import { writePdf } from '../../fixtures/pdf-writer.ts';
import { writeEpub } from '../../fixtures/epub-writer.ts';
import { readComic } from '../../packages/formats/src/comic/read-comic.ts';
import { type Container } from '../../packages/formats/src/container.ts';
import { detectKind } from '../../packages/formats/src/detect.ts';
import { readEpub } from '../../packages/formats/src/epub/read-epub.ts';
import { FormatError } from '../../packages/formats/src/format-error.ts';
import { DEFAULT_LIMITS, type Limits } from '../../packages/formats/src/limits.ts';
import { openObjects } from '../../packages/formats/src/pdf/objects.ts';
import { readPdf } from '../../packages/formats/src/pdf/read-pdf.ts';
import { readXmp } from '../../packages/formats/src/pdf/xmp.ts';
import { openContainer } from '../../packages/formats/src/open-container.ts';
import { openRar } from '../../packages/formats/src/rar/open.ts';
import { openSevenZip } from '../../packages/formats/src/sevenzip/open.ts';
import { openTar } from '../../packages/formats/src/tar/open.ts';
import { openZip } from '../../packages/formats/src/zip/open.ts';
import { repairSevenZip, repairTar } from './repair-archives.ts';
import { repairRar4, repairRar5 } from './repair-rar.ts';
import { claim, fixtures, type Target } from './target.ts';

/** Small, so that exceeding a limit is noticed. */
const LIMITS: Limits = { ...DEFAULT_LIMITS, entryCount: 2_000, entryBytes: 1024 * 1024, documentBytes: 256 * 1024 };

async function readAll(container: Container): Promise<void> {
  await container.readHeads(container.entries, 64, (entry, head) => {
    if (Buffer.isBuffer(head)) claim(head.length <= 64, `the head of "${entry.name}" is as long as asked`);
  });
  for (const entry of container.entries.slice(0, 50)) {
    if (entry.isDirectory || entry.source.kind === 'rar') continue;
    try {
      const bytes = await container.read(entry);
      claim(bytes.length <= LIMITS.entryBytes, `"${entry.name}" stays within the limit`);
      claim(bytes.length === entry.length, `"${entry.name}" is as long as declared`);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
}

const ZIP_WORDS = [
  'PK\u{1}\u{2}',
  'PK\u{3}\u{4}',
  'PK\u{5}\u{6}',
  'PK\u{6}\u{6}',
  'PK\u{6}\u{7}',
  'PK\u{7}\u{8}',
  '.jpg',
];
const PDF_WORDS = `obj endobj stream endstream xref trailer startxref /Root /Pages /Kids /Count /Prev /XRefStm /Size /W
  /Index /Length /Filter /FlateDecode /DecodeParms /Predictor /Columns /ObjStm /N /First /Metadata << >> [ ] ( ) R
  /PageLabels /Nums /Outlines /Title`.split(/\s+/);

/** Whole files. */
export const bookTargets: Readonly<Record<string, Target>> = {
  zip: {
    seeds: () => fixtures('good/cbz'),
    words: ZIP_WORDS,
    run: async (bytes) => readAll(openZip(memorySource(bytes), LIMITS)),
  },
  rar4: {
    seeds: () => fixtures('good/cbr', /^(?:rar4|packed-rar3)/),
    repair: repairRar4,
    run: async (bytes) => readAll(openRar(memorySource(bytes), LIMITS)),
  },
  rar5: {
    seeds: () => fixtures('good/cbr', /^(?:rar5|packed-rar5)/),
    repair: repairRar5,
    run: async (bytes) => readAll(openRar(memorySource(bytes), LIMITS)),
  },
  tar: {
    seeds: () => fixtures('good/cbt'),
    repair: repairTar,
    run: async (bytes) => readAll(openTar(memorySource(bytes), LIMITS)),
  },
  sevenzip: {
    seeds: () => fixtures('good/cb7'),
    repair: repairSevenZip,
    run: async (bytes) => readAll(await openSevenZip(memorySource(bytes), LIMITS)),
  },
  comic: {
    seeds: () => [...fixtures('good/cbz'), ...fixtures('good/cbt'), ...fixtures('broken', /cb[zrt7]$/)],
    words: [...ZIP_WORDS, 'ComicInfo.xml', 'CoMet.xml'],
    run: async (bytes) => {
      const source = memorySource(bytes);
      const kind = detectKind(source);
      if (kind === 'pdf') return;
      const { pageCount, pages } = await readComic(await openContainer(source, kind, LIMITS), LIMITS);
      claim(pageCount === pages.length && pageCount > 0, 'a comic has the pages it counts');
    },
  },
  epub: {
    seeds: () => [writeEpub(), ...fixtures('good/epub'), ...fixtures('broken', /epub$/)],
    words: [...ZIP_WORDS, 'META-INF/container.xml', 'mimetype'],
    run: async (bytes) => readEpub(openZip(memorySource(bytes), LIMITS), LIMITS),
  },
  'pdf-objects': {
    seeds: () => [writePdf({ pages: [{}, {}] }), ...fixtures('good/pdf')],
    words: PDF_WORDS,
    run: (bytes) => {
      const objects = openObjects(memorySource(bytes));
      for (let number = 0; objects !== undefined && number < 12; number++) {
        const object = objects.load(number);
        if (object !== undefined) objects.expand(object, 64 * 1024);
      }
      if (objects !== undefined) readXmp(objects);
    },
  },
  pdf: {
    seeds: () => [writePdf({ pages: [{}, {}] }), ...fixtures('good/pdf'), ...fixtures('broken', /pdf$/)],
    words: PDF_WORDS,
    run: async (bytes) => readPdf(memorySource(bytes), LIMITS),
  },
};
