import { createHash } from 'node:crypto';
import { DEFAULT_LIMITS, deobfuscateFont, type EpubResource, type EpubStructure, FormatError } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { ClientSignal, FileAnswer, OpenedFile } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import type { TextDocument } from '#files/books/book-requests.ts';
import {
  explainFailures,
  isDeflated,
  openGzip,
  openReading,
  type ReadingContext,
  readSource,
  type SourceContext,
} from './open-reading.ts';
import type { TextCache } from './text-cache.ts';

/**
 * Runs work that others may share, and that ends when the one who began it goes away: those who are still there begin it again.
 * @param signal of the one who asks here
 */
export async function sharedWork<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const endedByAnother = error instanceof Error && error.name === 'AbortError' && !signal.aborted;
      if (!endedByAnother) throw error;
    }
  }
}

/** What serving the inside of an EPUB takes. */
interface ResourceContext extends ReadingContext, SourceContext {
  readonly texts: TextCache;
}

/**
 * Nothing in a book runs or loads from elsewhere. The origin is kept, so that the reader around the frame can reach into it;
 * without `allow-scripts` nothing inside can use that.
 */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "media-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ');

/** Grows when documents are made safe in another way. */
const SANITIZER_VERSION = 2;

const TEXTS: Readonly<Record<string, TextDocument['kind']>> = {
  'application/xhtml+xml': 'xhtml',
  'image/svg+xml': 'svg',
  'text/css': 'css',
};

/** What browsers show or play and never run; a type that ends in `+xml`, known or not, is a document to them. */
const HARMLESS =
  /^(?!.*\+xml$)(image\/(?!svg)|font\/|audio\/|video\/|application\/(font-|x-font-|vnd\.ms-opentype$|vnd\.ms-fontobject$))/;

/** The type a resource goes out under: what is neither text we clean nor harmless is bytes and nothing more. */
function typeOf({ mediaType }: EpubResource): string {
  return HARMLESS.test(mediaType) ? mediaType : 'application/octet-stream';
}

function findResource(structure: EpubStructure, path: string): EpubResource | undefined {
  const exact = structure.resources.find(({ href }) => href === path);
  if (exact !== undefined) return exact;
  // Some packers and some clients compose accents, others do not.
  const composed = path.normalize('NFC');
  return structure.resources.find(({ href }) => href.normalize('NFC') === composed);
}

/** A resource as it was asked for. */
interface ResourceWanted {
  /** In the archive, decoded. */
  readonly path: string;
  readonly acceptsGzip: boolean;
}

/** A resource of a book that has been found. */
interface FoundResource {
  readonly file: BookFile;
  readonly resource: EpubResource;
  /** Names its content. */
  readonly identity: string;
}

function textAnswer(ctx: ResourceContext, found: FoundResource, kind: TextDocument['kind']): FileAnswer {
  const { file, resource, identity } = found;
  const { href, mediaType, source } = resource;
  const make = async (signal: AbortSignal): Promise<Buffer> => {
    if ('length' in source && source.length > DEFAULT_LIMITS.documentBytes) {
      throw new FormatError('xml.too-large', `it has ${source.length} bytes`);
    }
    const bytes = await readSource(ctx, file, source, signal);
    return await ctx.readers.sanitize(bytes, { kind, path: href }, { signal });
  };
  return {
    kind: 'file',
    contentType: `${mediaType}; charset=utf-8`,
    etag: `${identity}-s${SANITIZER_VERSION}`,
    contentSecurityPolicy: POLICY,
    open: async (client) =>
      explainFailures(ctx, file, `"${href}"`, async () => {
        const signal = client();
        const look = async (): Promise<Buffer> =>
          ctx.texts.get(`${identity} ${SANITIZER_VERSION}`, async () => make(signal));
        return { body: await sharedWork(signal, look) };
      }),
  };
}

function bytesAnswer(ctx: ResourceContext, found: FoundResource, acceptsGzip: boolean): FileAnswer {
  const { file, resource, identity } = found;
  const { href, source, obfuscation } = resource;
  const packed = obfuscation === undefined && isDeflated(source) ? source : undefined;
  const deflated = acceptsGzip ? packed : undefined;
  const read = async (signal: ClientSignal): Promise<OpenedFile> => {
    if (deflated !== undefined) return await openGzip(ctx, file, deflated);
    const bytes = await readSource(ctx, file, source, signal());
    return { body: obfuscation === undefined ? bytes : deobfuscateFont(bytes, obfuscation) };
  };
  return {
    kind: 'file',
    contentType: typeOf(resource),
    etag: deflated === undefined ? identity : `${identity}-gzip`,
    vary: packed === undefined ? [] : ['accept-encoding'],
    contentSecurityPolicy: POLICY,
    open: async (signal) => explainFailures(ctx, file, `"${href}"`, async () => read(signal)),
  };
}

/**
 * One resource of an EPUB: documents, drawings and style sheets made safe to show, fonts made plain, all else as it is
 * stored. Nothing else of the archive can be had.
 * @throws {AppError} `NotFound` for the book or the resource, `ServiceUnavailable` while the book is being analysed
 */
export async function readResource(
  ctx: ResourceContext,
  viewer: Viewer,
  bookId: string,
  { path, acceptsGzip }: ResourceWanted,
): Promise<FileAnswer> {
  const { file, reading } = await openReading(ctx, viewer, bookId);
  const resource = reading.epub === null ? undefined : findResource(reading.epub, path);
  if (resource === undefined) throw new AppError('NotFound', `Book ${bookId} has no resource "${path}"`);
  const name = createHash('sha256').update(resource.href).digest('hex').slice(0, 16);
  const identity = `${file.fingerprint ?? `${bookId}-${file.fileModifiedAt}`}-${name}`;
  const found: FoundResource = { file, resource, identity };
  const kind = Object.hasOwn(TEXTS, resource.mediaType) ? TEXTS[resource.mediaType] : undefined;
  return kind === undefined ? bytesAnswer(ctx, found, acceptsGzip) : textAnswer(ctx, found, kind);
}
