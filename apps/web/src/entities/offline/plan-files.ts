import type { Book, BookPage } from '@lectern/contract';
import type { CallResult } from '@lectern/contract/client';
import { BOOK_FORMATS } from '@lectern/contract/book-formats';
import { findFileVersion } from '#entities/book/page-thumbnail.ts';
import { storedPageWidth, widthStep } from '#entities/book/page-width.ts';
import { buildAddress } from '#lib/api.ts';
import type { KeptQuality } from './kept.ts';

/** An answer of the server to keep. */
export interface KeptFile {
  readonly address: string;
  /** For pictures: what was asked for; undefined for the stored picture. */
  readonly width?: number | undefined;
  /** Never changes within one version of the file, so a kept answer is not fetched again. */
  readonly isFixed: boolean;
  /** The book opens without it: a damaged page stays on its own. */
  readonly isOptional: boolean;
}

const COVER_WIDTH = 480;

const needed = (address: string): KeptFile => ({ address, isFixed: false, isOptional: false });

/** What every book needs to be shown and opened. */
export function planBookFiles({ id, coverVersion: v }: Pick<Book, 'id' | 'coverVersion'>): readonly KeptFile[] {
  return [
    needed(buildAddress('getBook', { id })),
    needed(buildAddress('getProgress', { id })),
    needed(buildAddress('getAdjacentBooks', { id })),
    { address: buildAddress('listReadingProfiles', {}, { bookId: id }), isFixed: false, isOptional: true },
    ...(v === null
      ? []
      : [
          {
            address: buildAddress('getBookThumbnail', { id }, { width: COVER_WIDTH, v }),
            width: COVER_WIDTH,
            isFixed: false,
            isOptional: true,
          },
        ]),
  ];
}

interface Screen {
  /** Longer side, in device pixels. */
  readonly pixels: number;
  readonly quality: KeptQuality;
}

/** Pages of a comic or PDF, in the width that the reader asks for on this screen. */
export function planPages(book: Book, pages: readonly BookPage[], { pixels, quality }: Screen): readonly KeptFile[] {
  const isDrawn = BOOK_FORMATS[book.fileFormat].kind === 'document';
  const planPicture = (page: BookPage) => {
    if (isDrawn) return { width: widthStep(pixels), format: 'webp' };
    const width = quality === 'screen' ? storedPageWidth(page, pixels) : undefined;
    if (width === undefined) return {};
    // JPEG stays JPEG, which is the fastest to make; other types would stay large.
    return { width, format: page.mediaType === 'image/jpeg' ? undefined : 'webp', resample: 'even' };
  };
  const v = findFileVersion(book);
  return [
    needed(buildAddress('listBookPages', { id: book.id })),
    ...pages.map((page, index) => {
      const picture = planPicture(page);
      const params = { bookId: book.id, pageNumber: index + 1 };
      const address = buildAddress('getBookPage', params, { ...picture, v });
      return { address, width: picture.width, isFixed: true, isOptional: true };
    }),
  ];
}

type Manifest = CallResult<'getBookManifest'>;

function listHrefs(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'href' in item && typeof item.href === 'string' ? [item.href] : [],
  );
}

/**
 * Manifest, positions, chapters, and what chapters show.
 * @param origin of this server: behind a proxy the manifest may name another host, so only the path counts
 */
export function planTextFiles(bookId: string, manifest: Manifest, origin: string): readonly KeptFile[] {
  const own = buildAddress('getBookManifest', { id: bookId });
  const inside = buildAddress('getBookResource', { id: bookId, path: '' });
  const toPath = (href: string) => {
    const url = URL.parse(href, origin + own);
    return url === null ? '' : url.pathname + url.search;
  };
  const chapters = manifest.readingOrder.map(({ href }) => toPath(href));
  const others = listHrefs(manifest['resources']).map(toPath);
  const file = (isOptional: boolean) => (address: string) => ({ address, isFixed: true, isOptional });
  const unique = (paths: readonly string[]) => [...new Set(paths)].filter((path) => path.startsWith(inside));
  const read = unique(chapters);
  return [
    needed(own),
    needed(buildAddress('getBookPositions', { id: bookId })),
    ...read.map(file(false)),
    ...unique(others)
      .filter((path) => !read.includes(path))
      .map(file(true)),
  ];
}
