import { collectStatements } from '../metadata/opf-refinements.ts';
import { type BookReading } from '../reading.ts';
import { type EpubDocuments } from './documents.ts';
import { type Encryption } from './encryption.ts';
import { type Navigation } from './navigation.ts';
import { isContentType, isRasterType } from './media-types.ts';
import { type PackageDocument, type PackageItem } from './package-document.ts';
import { sanitizeSvg } from './sanitize-xhtml.ts';
import { type PictureFinder } from './spine-pictures.ts';

/**
 * Finds the cover, most reliable way first: the `cover-image` property, EPUB 2's `cover` meta (an id, or wrongly a
 * path), the landmarks' and the guide's cover page, a file whose id or name says cover, the first picture of the first
 * page.
 */
export async function findCover(
  book: PackageDocument,
  { coverPath }: Navigation,
  finder: PictureFinder,
): Promise<PackageItem | undefined> {
  const landmark = coverPath === undefined ? undefined : book.findItem(coverPath);
  for (const candidate of coverCandidates(book, landmark)) {
    const picture = await findPicture(candidate, finder);
    if (picture !== undefined) return picture;
  }
  return undefined;
}

function coverCandidates(book: PackageDocument, landmark: PackageItem | undefined): readonly PackageItem[] {
  const meta = collectStatements(book.root).meta('cover');
  const named =
    meta === undefined
      ? []
      : book.items.filter(({ id, path }) => id === meta || path.endsWith(`/${meta}`) || path === meta);
  const guided = book.guide.flatMap(({ type, path }) =>
    /^(?:other\.ms-)?cover/.test(type) ? (book.findItem(path) ?? []) : [],
  );
  const first = book.spine[0]?.item;
  return [
    ...book.items.filter(({ properties }) => properties.includes('cover-image')),
    ...named,
    ...(landmark === undefined ? [] : [landmark]),
    ...guided,
    ...book.items.filter((item) => item.mediaType.startsWith('image/') && saysCover(item)),
    ...(first === undefined ? [] : [first]),
  ];
}

/** Matches the whole word: `cover.jpg`, `my-cover-image`, `frontcover`; not `discovery.jpg`. */
function saysCover({ id, path }: PackageItem): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [id, name].some((text) =>
    /(?:^|[^a-z])(?:front[-_ ]?)?cover(?![a-z]{2})|(?:^|[^a-z])cover[-_ ]?image/i.test(text),
  );
}

async function findPicture(candidate: PackageItem, finder: PictureFinder): Promise<PackageItem | undefined> {
  if (isRasterType(candidate.mediaType)) return candidate;
  if (!isContentType(candidate.mediaType)) return undefined;
  const { pictures } = await finder.view(candidate);
  return pictures[0] ?? (candidate.mediaType === 'image/svg+xml' ? candidate : undefined);
}

/** The bytes of the cover; an SVG is sanitized. An unreadable cover is a problem of the book. */
export async function readCover(
  documents: EpubDocuments,
  encryption: Encryption,
  cover: PackageItem | undefined,
): Promise<BookReading['cover']> {
  if (cover === undefined || encryption.isLocked(cover)) return null;
  const read = await documents.attempt(`Cover "${cover.path}"`, async () => {
    const bytes = await documents.container.read(cover.entry);
    if (cover.mediaType !== 'image/svg+xml') return { bytes, mediaType: cover.mediaType };
    return { bytes: Buffer.from(sanitizeSvg(bytes)), mediaType: cover.mediaType };
  });
  return read ?? null;
}
