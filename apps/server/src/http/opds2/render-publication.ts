import { BOOK_FORMATS } from '@lectern/contract';
import type { CatalogBook } from '#core/catalog/browse/catalog-books.ts';
import { type Addresses, encodePart } from '../feeds/addresses.ts';
import {
  displayTitle,
  getFileName,
  listIsbns,
  isStreamable,
  formatIssued,
  formatLanguage,
  listPeople,
  listSubjects,
} from '../feeds/book-words.ts';
import {
  AUTHENTICATION,
  DIVINA,
  MANIFEST_PROFILES,
  MANIFEST_ROLES,
  PROGRESSION,
  WEB_PUBLICATION,
} from '../feeds/media-types.ts';

export const FEED = 'application/opds+json';
export const PUBLICATION = 'application/opds-publication+json';

/** A link of OPDS 2.0 and of web publication manifests. No member may be null. */
export interface Link {
  readonly href: string;
  readonly type: string;
  readonly rel?: string;
  readonly title?: string;
  /** Set exactly when the address is a template. */
  readonly templated?: true;
  readonly width?: number;
  readonly height?: number;
  /** Bytes. */
  readonly size?: number;
  readonly alternate?: readonly Link[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface PublicationTools {
  readonly addresses: Addresses;
  readonly rights: { readonly mayStream: boolean; readonly mayReadProgress: boolean };
}

interface Contributor {
  readonly name: string;
  readonly sortAs?: string;
}

function buildContributors(book: CatalogBook): Readonly<Record<string, readonly Contributor[]>> {
  const found: Record<string, Contributor[]> = {};
  for (const { name, role, sortName } of listPeople(book)) {
    const list = (found[MANIFEST_ROLES[role] ?? 'contributor'] ??= []);
    list.push({ name, ...(sortName === null || sortName === '' ? {} : { sortAs: sortName }) });
  }
  for (const field of ['publisher', 'imprint'] as const) {
    const name = book.credits[field]?.trim() ?? '';
    if (name !== '') found[field] = [{ name }];
  }
  return found;
}

/** When a book came out, as date and time; the first day where only year or month are known. */
function formatPublished(book: CatalogBook): string | undefined {
  const issued = formatIssued(book);
  return issued === undefined || issued.startsWith('0000')
    ? undefined
    : `${`${issued}-01-01`.slice(0, '2026-01-01'.length)}T00:00:00Z`;
}

function getProfile({ fileFormat, layout }: CatalogBook): 'divina' | 'epub' | 'pdf' {
  const { kind } = BOOK_FORMATS[fileFormat];
  if (kind === 'ebook') return layout === 'pages' ? 'divina' : 'epub';
  return kind === 'document' ? 'pdf' : 'divina';
}

/** The media type of a book's manifest. */
export function getManifestType(book: CatalogBook): string {
  return getProfile(book) === 'epub' ? WEB_PUBLICATION : DIVINA;
}

function readingProgress({ readProgress, pageCount }: CatalogBook): Readonly<Record<string, unknown>> | undefined {
  if (readProgress === undefined) return undefined;
  const { currentPage, completed, progressPercentage, updatedAt } = readProgress;
  const totalPages = Math.max(pageCount, currentPage);
  const share = completed ? 1 : (progressPercentage ?? currentPage / totalPages);
  return {
    currentPage,
    totalPages,
    isCompleted: completed,
    progressPercent: Math.round(share * 1_000) / 10,
    lastReadAt: updatedAt,
  };
}

function buildSeries({ seriesName, credits, number }: CatalogBook, href: string): Readonly<Record<string, unknown>> {
  const position = credits.seriesPosition ?? number ?? undefined;
  return { series: { name: seriesName, position, links: [{ href, type: FEED }] } };
}

function subjectList(book: CatalogBook): readonly { readonly name: string }[] | undefined {
  const names = listSubjects(book);
  return names.length === 0 ? undefined : names.map((name) => ({ name }));
}

/** The metadata of a publication, in a feed and in a manifest. JSON leaves undefined members out. */
export function publicationMetadata(
  book: CatalogBook,
  { addresses }: PublicationTools,
): Readonly<Record<string, unknown>> {
  const { id, titleSort, summary, credits, updatedAt, pageCount, readingDirection, layout } = book;
  const profile = getProfile(book);
  const [isbn] = listIsbns(book);
  return {
    '@type': profile === 'divina' ? 'http://schema.org/ComicIssue' : 'http://schema.org/Book',
    conformsTo: `${MANIFEST_PROFILES}/${profile}`,
    title: displayTitle(book),
    sortAs: titleSort ?? undefined,
    subtitle: credits.subtitle ?? undefined,
    description: summary ?? undefined,
    identifier: isbn ?? `urn:uuid:${id}`,
    modified: updatedAt,
    published: formatPublished(book),
    language: formatLanguage(book),
    numberOfPages: pageCount > 0 ? pageCount : undefined,
    readingProgression: readingDirection === 'rtl' || readingDirection === 'ltr' ? readingDirection : undefined,
    layout: layout === null ? undefined : layout === 'pages' ? 'fixed' : 'reflowable',
    ...buildContributors(book),
    belongsTo: buildSeries(book, addresses.feed(`series/${book.seriesId}`)),
    subject: subjectList(book),
    readingProgress: readingProgress(book),
  };
}

/** The pages of a book (OPDS-PSE). OPDS 2.0 has no link of its own for them. */
function streamLink({ id, pageCount }: CatalogBook, addresses: Addresses): Link {
  return {
    rel: 'http://vaemendis.net/opds-pse/stream',
    href: `${addresses.site(`/opds/v1.2/books/${id}/stream`)}/{pageNumber}{?width}`,
    type: 'image/jpeg',
    templated: true,
    properties: { numberOfItems: pageCount },
  };
}

function buildLinks(book: CatalogBook, { addresses, rights }: PublicationTools): readonly Link[] {
  const { id, fileFormat, fileSize } = book;
  const base = addresses.below(`books/${id}`);
  const authenticate = { href: addresses.below('auth'), type: AUTHENTICATION };
  return [
    { rel: 'self', href: base, type: PUBLICATION },
    {
      rel: 'http://opds-spec.org/acquisition',
      href: `${base}/file/${encodePart(getFileName(book))}`,
      type: BOOK_FORMATS[fileFormat].mediaType,
      ...(fileSize > 0 ? { size: fileSize } : {}),
      properties: { authenticate },
    },
    ...(rights.mayStream && book.layout !== null
      ? [{ rel: 'alternate', href: `${base}/manifest`, type: getManifestType(book), properties: { authenticate } }]
      : []),
    ...(rights.mayStream && isStreamable(book) ? [streamLink(book, addresses)] : []),
    ...(rights.mayReadProgress
      ? [
          {
            rel: 'http://www.cantook.com/api/progression',
            href: `${base}/progression`,
            type: PROGRESSION,
            properties: { authenticate },
          },
        ]
      : []),
  ];
}

/** The two covers, the larger one first. Their sizes are not known here. */
export function buildImages({ id, coverVersion }: CatalogBook, addresses: Addresses): readonly Link[] {
  const of = { of: 'books', id, version: coverVersion } as const;
  return [
    { rel: 'cover', href: addresses.cover({ ...of, name: 'cover' }), type: 'image/jpeg' },
    { href: addresses.cover({ ...of, name: 'thumbnail' }), type: 'image/jpeg' },
  ];
}

/** A book as a publication of OPDS 2.0. */
export function renderPublication(book: CatalogBook, tools: PublicationTools): Readonly<Record<string, unknown>> {
  return {
    metadata: publicationMetadata(book, tools),
    links: buildLinks(book, tools),
    images: buildImages(book, tools.addresses),
  };
}
