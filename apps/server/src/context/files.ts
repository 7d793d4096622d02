import { join } from 'node:path';
import { listLibraryFolders } from '#db/repos/catalog/libraries.repo.ts';
import { createBookReaders, type BookReaders } from '#files/books/book-readers.ts';
import { openArchives, type OpenArchives } from '#files/books/open-archives.ts';
import { createSolidArchives, type SolidArchives } from '#files/books/solid-archives.ts';
import { createDerivedFiles, type DerivedFiles } from '#files/data/derived-files.ts';
import { createExportFiles, type ExportFiles } from '#files/data/export-files.ts';
import { createPlaces, type Places } from '#files/opening/places.ts';
import { openOutgoingFiles, type OutgoingFiles } from '#files/sending/outgoing-files.ts';
import { readWebFiles, type WebFiles } from '#files/sending/web-files.ts';
import { createCodingSlots } from '#images/coding-slots.ts';
import { createCovers, type Covers } from '#images/covers.ts';
import { createPageImages, type PageImages } from '#images/page-images.ts';
import { createPictureDecoder } from '#images/picture-decoder.ts';

import { getBackupFolder } from '#core/activities/backups/find-place.ts';
import type { WorkContext } from './work.ts';

export type { WebFile, WebFiles } from '#files/sending/web-files.ts';

type Work = Pick<WorkContext, 'config' | 'db' | 'events' | 'settings'>;

/** Access to book files, and the pictures and files made from them. */
export interface FilesContext {
  /** Decides which paths may be opened. */
  readonly places: Places;
  /** Worker threads that read, unpack and render books. */
  readonly readers: BookReaders;
  readonly archives: OpenArchives;
  readonly outgoing: OutgoingFiles;
  /** Unpacked pages of solid RAR archives. */
  readonly solidArchives: SolidArchives;
  /** Disk cache of resized pictures. */
  readonly derived: DerivedFiles;
  readonly covers: Covers;
  readonly pageImages: PageImages;
  readonly exportFiles: ExportFiles;
  /** The built web app, read at the first request. */
  readonly web: () => WebFiles;
}

const EXPORTS = 'exports';

/** Events after which library folders may differ. `unknown`: events of another process were missed. */
const LIBRARY_CHANGES = new Set<string>(['library_created', 'library_updated', 'library_deleted', 'unknown']);

/** Every library, and the import folder, whose files are read before they belong to one. */
async function listPlaces({ db, settings }: Work) {
  const path = settings.get('imports.folder');
  const libraries = await listLibraryFolders(db.read);
  return path === '' ? libraries : [...libraries, { path, followLinksOutside: false }];
}

async function openBookFiles(opened: AsyncDisposableStack, work: Work) {
  const { config, events } = work;
  const { dataDir, images, backups } = config;
  const unpacked = join(dataDir, 'unpacked');
  const places = opened.use(
    await createPlaces({
      dataDir,
      own: [unpacked, join(dataDir, EXPORTS), getBackupFolder({ dataDir, backups })],
      listLibraries: async () => listPlaces(work),
      onChange: (forget) => events.onChange(({ name }) => (LIBRARY_CHANGES.has(name) ? forget() : undefined)),
    }),
  );
  const readers = opened.use(createBookReaders(places));
  const archives = opened.use(openArchives(places));
  const outgoing = opened.use(openOutgoingFiles(places));
  const options = { places, folder: unpacked, maxBytes: images.unpackedMegabytes * 1_048_576 };
  const solidArchives = opened.use(createSolidArchives({ ...options, readers, archives }));
  return { places, readers, archives, outgoing, solidArchives };
}

/** Opens file access and image processing. `opened` owns what must be disposed. */
export async function openFiles(opened: AsyncDisposableStack, work: Work): Promise<FilesContext> {
  const { dataDir, images } = work.config;
  const books = await openBookFiles(opened, work);
  const decoder = opened.use(createPictureDecoder());
  const derived = createDerivedFiles(join(dataDir, 'cache'), images.cacheMegabytes * 1_048_576);
  const slots = createCodingSlots();
  let web: WebFiles | undefined;
  return {
    ...books,
    derived,
    covers: createCovers(join(dataDir, 'covers'), derived, slots, decoder),
    pageImages: createPageImages({ derived, slots, decoder }),
    exportFiles: createExportFiles(join(dataDir, EXPORTS)),
    web: () => (web ??= readWebFiles(join(import.meta.dirname, '../../../web/dist'))),
  };
}
