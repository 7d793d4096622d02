import { type Container, type ContainerEntry } from '../container.ts';
import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { readOpfMetadata } from '../metadata/opf-metadata.ts';
import { type EmbeddedMetadata, type EpubResource, type EpubStructure, type ReaderResult } from '../reading.ts';
import { findCover, readCover } from './cover.ts';
import { openDocuments } from './documents.ts';
import { type Encryption, readEncryption } from './encryption.ts';
import { findPackage } from './find-package.ts';
import { isFixedLayout } from './layout.ts';
import { measurePictures } from './measure.ts';
import { type Navigation, readNavigation } from './navigation.ts';
import { type PackageDocument, readPackageDocument } from './package-document.ts';
import { orderPictures, toPageRecords } from './pages.ts';
import { createPictureFinder, type SpineView } from './spine-pictures.ts';

/** Bytes of one position, as stored in the archive. */
const POSITION_BYTES = 1_024;

/**
 * Reads an EPUB 2 or 3: structure, metadata, navigation, pictures and cover. Missing or broken optional parts are
 * problems.
 * @throws {FormatError} `epub.no-container`, `epub.no-package`, `epub.bad-package`, `epub.encrypted`,
 *   `epub.empty-spine`
 * @see EPUB 3.3, OPF 2.0.1, OCF 2.0.1
 */
export async function readEpub(container: Container, limits: Limits): Promise<ReaderResult> {
  const documents = openDocuments(container, limits);
  const book = readPackageDocument(documents, await findPackage(documents));
  if (book.spine.length === 0)
    throw new FormatError('epub.empty-spine', 'Cannot read the book: its spine names no file of the archive');
  const encryption = await readEncryption(documents, book);
  const navigation = await readNavigation(documents, book);
  const isFixed = await isFixedLayout(documents, book);
  const finder = createPictureFinder(documents, book);
  const views: SpineView[] = [];
  for (const { item } of book.spine) views.push(await finder.view(item));
  const cover = await findCover(book, navigation, finder);
  const order = orderPictures(book, views, { isFixed, cover });
  const measured = await measurePictures(documents, order.pages.flat());
  const pages = toPageRecords(order, measured, encryption);
  const metadata = describe(book);
  const direction = book.direction === 'default' && metadata.readingDirection === 'rtl' ? 'rtl' : book.direction;
  const structure = toStructure(
    { ...book, direction },
    { encryption, navigation, isFixed, coverHref: cover?.path ?? null },
  );
  const positionCount = structure.readingOrder.reduce((sum, { positions }) => sum + positions, 0);
  return {
    format: 'epub',
    layout: order.layout,
    pages,
    pageCount: order.layout === 'pages' ? pages.length : positionCount,
    metadata,
    cover: await readCover(documents, encryption, cover),
    problems: [...container.problems, ...documents.problems],
    epub: structure,
    outline: [],
  };
}

function describe(book: PackageDocument): EmbeddedMetadata {
  const metadata = readOpfMetadata(book.root);
  return { ...metadata, sources: metadata.sources.length === 0 ? [] : [book.path] };
}

function toStructure(
  book: PackageDocument,
  facts: {
    readonly encryption: Encryption;
    readonly navigation: Navigation;
    readonly isFixed: boolean;
    readonly coverHref: string | null;
  },
): EpubStructure {
  const indexes = new Map(book.items.map((item, index) => [item, index]));
  return {
    version: book.version,
    layout: facts.isFixed ? 'fixed' : 'reflowable',
    direction: book.direction,
    resources: book.items.map((item) => {
      const obfuscation = facts.encryption.obfuscationOf(item);
      const resource: EpubResource = {
        href: item.path,
        mediaType: item.mediaType,
        properties: item.properties,
        source: facts.encryption.isLocked(item) ? { kind: 'unreadable', code: 'entry.encrypted' } : item.entry.source,
      };
      return obfuscation === undefined ? resource : { ...resource, obfuscation };
    }),
    readingOrder: book.spine.flatMap((place) => {
      const resource = indexes.get(place.item);
      return resource === undefined ? [] : [{ resource, linear: place.linear, ...layOut(place, facts.isFixed) }];
    }),
    toc: facts.navigation.toc,
    landmarks: facts.navigation.landmarks,
    pageList: facts.navigation.pageList,
    coverHref: facts.coverHref,
  };
}

type ReadingPlace = Pick<EpubStructure['readingOrder'][number], 'positions' | 'layout' | 'page'>;

/**
 * Layout of a spine item where it differs from the book's, its side of a spread, and its positions: one for a fixed
 * page, else one per 1,024 bytes.
 * @see EPUB 3.3 sections 8.2.2.1 and 8.2.2.4
 */
function layOut({ item, properties }: PackageDocument['spine'][number], isBookFixed: boolean): ReadingPlace {
  const states = (value: string): boolean => properties.includes(`rendition:layout-${value}`);
  const isFixed = states('pre-paginated') || (isBookFixed && !states('reflowable'));
  const layout = isFixed ? 'fixed' : 'reflowable';
  // `page-spread-center` requires a prefix, the others have forms without.
  const page = (['left', 'right', 'center'] as const).find((side) =>
    properties.some((property) => property.replace(/^rendition:/, '') === `page-spread-${side}`),
  );
  return {
    positions: isFixed ? 1 : Math.max(1, Math.ceil(archivedLength(item.entry) / POSITION_BYTES)),
    ...(isFixed === isBookFixed ? {} : { layout }),
    ...(page === undefined ? {} : { page }),
  };
}

/** Stored size of the entry in bytes. */
function archivedLength({ source, length }: ContainerEntry): number {
  return source.kind === 'deflate' || source.kind === 'zstd' ? source.packedLength : length;
}
