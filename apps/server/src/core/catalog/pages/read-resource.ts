import { createHash } from 'node:crypto';
import { DEFAULT_LIMITS, deobfuscateFont, type EpubResource, type EpubStructure, FormatError } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { ClientSignal, FileAnswer, OpenedFile } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import type { TextDocument } from '#files/books/book-requests.ts';
import {
  isDeflated,
  openGzip,
  openReading,
  type ReadingContext,
  readSource,
  type SourceContext,
} from './open-reading.ts';
import { explainFailures } from './explain-failure.ts';
import type { TextCache } from './text-cache.ts';

/** Runs shared work again when the client that started it aborted it. `signal` belongs to this client. */
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

/** What serving EPUB resources takes. */
export interface ResourceContext extends ReadingContext, SourceContext {
  readonly texts: TextCache;
}

/** Blocks scripts and external loads. The reader needs `allow-same-origin` to access its frame. */
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

/** Increment when sanitizing changes. */
const SANITIZER_VERSION = 2;

const TEXTS: Readonly<Record<string, TextDocument['kind']>> = {
  'application/xhtml+xml': 'xhtml',
  'image/svg+xml': 'svg',
  'text/css': 'css',
};

/** Types that browsers display without running code. Browsers treat every `+xml` type as a document. */
const HARMLESS =
  /^(?!.*\+xml$)(image\/(?!svg)|font\/|audio\/|video\/|application\/(font-|x-font-|vnd\.ms-opentype$|vnd\.ms-fontobject$))/;

function pickContentType({ mediaType }: EpubResource): string {
  return HARMLESS.test(mediaType) ? mediaType : 'application/octet-stream';
}

function findResource(structure: EpubStructure, path: string): EpubResource | undefined {
  const exact = structure.resources.find(({ href }) => href === path);
  if (exact !== undefined) return exact;
  // Packers and clients differ in Unicode normalization.
  const composed = path.normalize('NFC');
  return structure.resources.find(({ href }) => href.normalize('NFC') === composed);
}

/** A requested resource. */
interface ResourceWanted {
  /** Decoded path in the archive. */
  readonly path: string;
  readonly acceptsGzip: boolean;
}

interface FoundResource {
  readonly file: BookFile;
  readonly resource: EpubResource;
  /** Identifies the content. */
  readonly identity: string;
}

function identify({ id, fingerprint, fileModifiedAt }: BookFile, { href }: EpubResource): string {
  const name = createHash('sha256').update(href).digest('hex').slice(0, 16);
  return `${fingerprint ?? `${id}-${fileModifiedAt}`}-${name}`;
}

async function readText(
  ctx: ResourceContext,
  { file, resource, identity }: FoundResource,
  kind: TextDocument['kind'],
  signal: AbortSignal,
): Promise<Buffer> {
  const { href, source } = resource;
  const make = async (): Promise<Buffer> => {
    if ('length' in source && source.length > DEFAULT_LIMITS.documentBytes) {
      throw new FormatError('xml.too-large', `it has ${source.length} bytes`);
    }
    const bytes = await readSource(ctx, file, source, signal);
    return await ctx.readers.sanitize(bytes, { kind, path: href }, { signal });
  };
  const look = async (): Promise<Buffer> => ctx.texts.get(`${identity} ${SANITIZER_VERSION}`, make);
  return await explainFailures(ctx, file, `"${href}"`, async () => sharedWork(signal, look));
}

function textAnswer(ctx: ResourceContext, found: FoundResource, kind: TextDocument['kind']): FileAnswer {
  const { resource, identity } = found;
  return {
    kind: 'file',
    contentType: `${resource.mediaType}; charset=utf-8`,
    etag: `${identity}-s${SANITIZER_VERSION}`,
    contentSecurityPolicy: POLICY,
    open: async (client) => ({ body: await readText(ctx, found, kind, client()) }),
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
    contentType: pickContentType(resource),
    etag: deflated === undefined ? identity : `${identity}-gzip`,
    vary: packed === undefined ? [] : ['accept-encoding'],
    contentSecurityPolicy: POLICY,
    open: async (signal) => explainFailures(ctx, file, `"${href}"`, async () => read(signal)),
  };
}

/**
 * A document of an opened book as readers show it.
 * @returns undefined when it is no XHTML
 * @throws {AppError} `NotFound` when it cannot be read, or `ServiceUnavailable`
 */
export async function readDocument(
  ctx: ResourceContext,
  file: BookFile,
  resource: EpubResource,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  if (TEXTS[resource.mediaType] !== 'xhtml') return undefined;
  return await readText(ctx, { file, resource, identity: identify(file, resource) }, 'xhtml', signal);
}

/** One resource of an EPUB: documents, SVG and CSS sanitized, fonts deobfuscated, other files as stored. */
export async function readResource(
  ctx: ResourceContext,
  viewer: Viewer,
  bookId: string,
  { path, acceptsGzip }: ResourceWanted,
): Promise<FileAnswer> {
  const { file, reading } = await openReading(ctx, viewer, bookId);
  const resource = reading.epub === null ? undefined : findResource(reading.epub, path);
  if (resource === undefined) throw new AppError('NotFound', `Book ${bookId} has no resource "${path}"`);
  const found: FoundResource = { file, resource, identity: identify(file, resource) };
  const kind = Object.hasOwn(TEXTS, resource.mediaType) ? TEXTS[resource.mediaType] : undefined;
  return kind === undefined ? bytesAnswer(ctx, found, acceptsGzip) : textAnswer(ctx, found, kind);
}
