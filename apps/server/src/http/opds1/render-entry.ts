import { BOOK_FORMATS } from '@lectern/contract';
import type { CatalogBook } from '#core/catalog/browse/catalog-books.ts';
import { type Addresses, type CoverAddress, encodePart } from '../feeds/addresses.ts';
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
import type { Folder } from '../feeds/feed.ts';
import { ACQUISITION, element, emptyElement, ENTRY, escapeXml, NAVIGATION } from './render-links.ts';

const IMAGE = 'http://opds-spec.org/image';
const JPEG = 'image/jpeg';

export interface EntryRights {
  /** Whether the viewer may read pages. */
  readonly mayStream: boolean;
}

function link(rel: string, href: string, type: string): string {
  return `<link rel="${rel}" href="${escapeXml(href)}" type="${type}"/>`;
}

function coverLinks({ cover }: Addresses, { of, id, version }: Omit<CoverAddress, 'name'>): string {
  const large = link(IMAGE, cover({ of, id, version, name: 'cover' }), JPEG);
  return large + link(`${IMAGE}/thumbnail`, cover({ of, id, version, name: 'thumbnail' }), JPEG);
}

/** The id of an entry: its UUID, else made of its path. */
export function toEntryId({ uuid, path }: { readonly uuid?: string | undefined; readonly path: string }): string {
  return uuid === undefined ? `urn:lectern:feed:${path === '' ? 'root' : path}` : `urn:uuid:${uuid}`;
}

/** A folder. Its link comes first, because some readers take the first one. */
export function folderEntry(folder: Folder, addresses: Addresses, changedAt: string): string {
  const { path, title, uuid, updatedAt, leadsTo, summary, count, cover, rel } = folder;
  return [
    '<entry>',
    element('title', title),
    element('id', toEntryId({ uuid, path })),
    element('updated', updatedAt ?? changedAt),
    emptyElement('link', {
      // All readers open a folder by these two relations only.
      rel: rel === 'new' ? 'http://opds-spec.org/sort/new' : 'subsection',
      href: addresses.feed(path),
      type: leadsTo === 'books' ? ACQUISITION : NAVIGATION,
      'thr:count': count,
    }),
    cover === undefined ? '' : coverLinks(addresses, cover),
    ...(summary === undefined ? [] : [`<content type="text">${escapeXml(summary)}</content>`]),
    '</entry>',
  ].join('');
}

/** The pages of a book (OPDS-PSE 1.2). They count from 0, the last read page from 1. */
function streamLink({ id, pageCount, readProgress }: CatalogBook, addresses: Addresses): string {
  const href = escapeXml(`${addresses.below(`books/${id}/stream/{pageNumber}`)}?width={maxWidth}`);
  let text = `<link rel="http://vaemendis.net/opds-pse/stream" type="${JPEG}" href="${href}" pse:count="${pageCount}"`;
  if (readProgress !== undefined) {
    const { currentPage, updatedAt } = readProgress;
    text += ` pse:lastRead="${Math.min(currentPage, pageCount)}" pse:lastReadDate="${updatedAt}"`;
  }
  return `${text}/>`;
}

function acquisitionLink(book: CatalogBook, addresses: Addresses): string {
  const { id, fileFormat, fileSize } = book;
  // Readers that do not know the type look at the end of the address.
  const href = escapeXml(addresses.below(`books/${id}/file/${encodePart(getFileName(book))}`));
  const length = fileSize > 0 ? ` length="${fileSize}"` : '';
  return `<link rel="http://opds-spec.org/acquisition" href="${href}" type="${BOOK_FORMATS[fileFormat].mediaType}"${length}/>`;
}

function categories(book: CatalogBook): string {
  let text = '';
  for (const subject of listSubjects(book)) {
    const name = escapeXml(subject);
    text += `<category term="${name}" label="${name}"/>`;
  }
  return text;
}

/** Metadata in the terms of Dublin Core. */
function terms(book: CatalogBook): string {
  const { pageCount, credits } = book;
  const issued = formatIssued(book);
  const language = formatLanguage(book);
  const publisher = credits.publisher?.trim() ?? '';
  let text = issued === undefined ? '' : element('dc:issued', issued);
  if (language !== undefined) text += element('dc:language', language);
  if (publisher !== '') text += element('dc:publisher', publisher);
  for (const isbn of listIsbns(book)) text += element('dc:identifier', isbn);
  if (pageCount > 0) text += `<dc:extent>${pageCount} page${pageCount === 1 ? '' : 's'}</dc:extent>`;
  return text;
}

function authors(book: CatalogBook): string {
  let text = '';
  for (const { name } of listPeople(book)) text += `<author>${element('name', name)}</author>`;
  return text;
}

export function bookEntry(book: CatalogBook, addresses: Addresses, { mayStream }: EntryRights): string {
  const { id, updatedAt, createdAt, summary, coverVersion } = book;
  const base = addresses.below(`books/${id}`);
  const head = `<entry>${element('title', displayTitle(book))}<id>${toEntryId({ uuid: id, path: '' })}</id>`;
  const times = `<updated>${updatedAt}</updated><published>${createdAt}</published>`;
  const about = authors(book) + (summary === null ? '' : element('summary', summary)) + terms(book) + categories(book);
  const covers = coverLinks(addresses, { of: 'books', id, version: coverVersion });
  const stream = mayStream && isStreamable(book) ? streamLink(book, addresses) : '';
  const ways = acquisitionLink(book, addresses) + stream + link('alternate', base, ENTRY);
  return `${head}${times}${about}${covers}${ways}</entry>`;
}
