import { type Container, type ContainerEntry } from '../container.ts';
import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { readComicBookInfo } from '../metadata/comic-book-info.ts';
import { readComicInfo } from '../metadata/comic-info.ts';
import { type ComicPages } from '../metadata/comic-pages.ts';
import { readCoMet } from '../metadata/comet.ts';
import { type DocumentReading } from '../metadata/field-reader.ts';
import { mergeMetadata } from '../metadata/merge-metadata.ts';
import { readMetronInfo } from '../metadata/metron-info.ts';
import { type EmbeddedMetadata, type FormatProblem } from '../reading.ts';
import { isJunkName } from './page-names.ts';

/** The merged metadata documents of a comic. */
export interface ComicDocuments {
  readonly metadata: EmbeddedMetadata;
  /** 0-based page named as front cover; may lie outside the book. */
  readonly coverIndex: number | null;
  /** File name of the cover, for documents that name no page number. */
  readonly coverName: string | null;
  /** Named pages; may lie outside the book. */
  readonly bookmarks: ComicPages['bookmarks'];
  readonly problems: readonly FormatProblem[];
}

interface Found extends DocumentReading {
  readonly coverIndex?: number | null;
  readonly coverName?: string | null;
  readonly bookmarks?: ComicPages['bookmarks'];
}

type DocumentReader = (bytes: Buffer, limits: Limits) => Found;

/** Documents by file name, most trusted first. Any folder counts; the outermost file is read. */
const DOCUMENTS: readonly (readonly [RegExp, DocumentReader])[] = [
  [/(?:^|\/)comicinfo\.xml$/iu, readComicInfo],
  [/(?:^|\/)metroninfo\.xml$/iu, readMetronInfo],
  [/(?:^|\/)comet\.xml$/iu, readCoMet],
];

/**
 * Reads all metadata documents of a comic, the archive comment last. An unreadable document is a problem, not a
 * failure.
 */
export async function readComicDocuments(container: Container, limits: Limits): Promise<ComicDocuments> {
  const files = container.entries.filter(
    ({ name, isDirectory }) => !isDirectory && /\.xml$/iu.test(name) && !isJunkName(name),
  );
  const found: Found[] = [];
  for (const [pattern, read] of DOCUMENTS) {
    const [entry] = files
      .filter(({ name }) => pattern.test(name))
      .toSorted((a, b) => countFolders(a) - countFolders(b));
    if (entry !== undefined) found.push(await readDocument(container, entry, { limits, read }));
  }
  found.push(readComicBookInfo(container.comment));
  return {
    metadata: mergeMetadata(found.map(({ metadata }) => metadata)),
    coverIndex: found.map(({ coverIndex }) => coverIndex ?? null).find((index) => index !== null) ?? null,
    coverName: found.map(({ coverName }) => coverName ?? null).find((name) => name !== null) ?? null,
    bookmarks: found.map(({ bookmarks }) => bookmarks ?? []).find((list) => list.length > 0) ?? [],
    problems: found.flatMap(({ problems }) => problems),
  };
}

function countFolders({ name }: ContainerEntry): number {
  return name.split('/').length;
}

async function readDocument(
  container: Container,
  entry: ContainerEntry,
  { limits, read }: { readonly limits: Limits; readonly read: DocumentReader },
): Promise<Found> {
  const failed = (code: string, message: string): Found => ({
    metadata: { sources: [] },
    problems: [{ code, message: `"${entry.name}"${message}` }],
  });
  if (entry.length > limits.documentBytes) {
    return failed('xml.too-large', ` is too large: ${entry.length} bytes, at most ${limits.documentBytes}`);
  }
  try {
    return read(await container.read(entry), limits);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return failed(error.code, `: ${error.message}`);
  }
}
