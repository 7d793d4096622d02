import { type BookReading, DEFAULT_LIMITS, type PageRecord } from '@lectern/formats';
import { FormatError } from '@lectern/formats/errors';
import {
  findQuotation,
  identifyBook,
  readBook,
  readFeed,
  sanitizeCss,
  sanitizeSvg,
  sanitizeXhtml,
} from '@lectern/formats/readers';
import { packReading } from '#db/repos/reading/pack-reading.ts';
import { answerRequests, type AnswerLine, type WorkerAnswer } from '../threads/answer-requests.ts';
import { toOpen } from '../opening/open-inside-now.ts';
import { freeBytes } from '../opening/buffer-pool.ts';
import type { BookAnswers, BookRequest, CoverInThread, DrawnPicture, Pixels, TextDocument } from './book-requests.ts';
import { hashSeenFile } from '../opening/hash-file.ts';
import { createOpenBooks } from './open-books.ts';
import { readOpfFile, readPictureFile, readSeriesJsonFile } from './read-sidecar.ts';
import { toWorkerFailure } from '../threads/worker-messages.ts';

type Answer = WorkerAnswer<BookAnswers[keyof BookAnswers]>;
type ReadRequest = Extract<BookRequest, { readonly kind: 'read' | 'pack' }>;

/** Bytes with memory of their own, which can be transferred; small buffers share theirs. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength === buffer.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

/** Largest drawn page: three bytes a pixel, held twice while it is sent. */
const MAX_DRAWN_PIXELS = 24_000_000;

const books = createOpenBooks();

function drawPage({ place, index, request }: Extract<BookRequest, { readonly kind: 'render' }>): Promise<Pixels> {
  const { width, height } = request;
  const box = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  return books.withPdf(place, (document) => {
    const page = document.renderPage(index, { maxPixels: MAX_DRAWN_PIXELS, ...box });
    return { samples: owned(page.data), channels: 3, width: page.width, height: page.height };
  });
}

function sanitize(bytes: Uint8Array, { kind, path }: TextDocument): string {
  switch (kind) {
    case 'xhtml':
      return sanitizeXhtml(bytes, { path });
    case 'svg':
      return sanitizeSvg(bytes, { path });
    case 'css':
      return sanitizeCss(new TextDecoder().decode(bytes), path);
  }
}

/** Draws the cover; undefined when the picture needs another decoder. */
async function drawPicture(
  bytes: Uint8Array,
  { folder, place }: CoverInThread,
  line: AnswerLine,
): Promise<DrawnPicture | undefined> {
  // Loaded with the first picture: most threads never draw one.
  const [{ findDecoder }, { takeCodingSlot }, { storeCover }] = await Promise.all([
    import('#images/find-decoder.ts'),
    import('#images/coding-memory.ts'),
    import('#images/cover-files.ts'),
  ]);
  try {
    if (findDecoder(bytes) !== undefined) return undefined;
    using _ = await takeCodingSlot(place, () => line.report(undefined));
    return { ok: true, cover: await storeCover(folder, bytes) };
  } catch (error) {
    return { ok: false, failure: toWorkerFailure(error) };
  }
}

/** Whether a page is readable and within the pixel limit. */
function isWhole({ source, width, height }: PageRecord): boolean {
  if (source.kind === 'unreadable' || width === null || height === null) return false;
  return width * height <= DEFAULT_LIMITS.pixels;
}

/** Page records are sent only when the server may report a problem of one. */
function toPacked(reading: BookReading) {
  const { epub: _epub, outline: _outline, pages, ...told } = reading;
  const isSound = reading.problems.length === 0 && pages.every(isWhole);
  return { ...told, pages: isSound ? [] : pages, packed: packReading(reading) };
}

async function read({ kind, place, cover: order }: ReadRequest, line: AnswerLine): Promise<Answer> {
  const reading = await readBook(toOpen(place));
  const told = kind === 'pack' ? toPacked(reading) : reading;
  const { cover } = reading;
  if (cover === null) return { value: told, transfer: [] };
  const drawn = order === undefined ? undefined : await drawPicture(cover.bytes, order, line);
  if (drawn !== undefined) {
    // An idle thread collects no garbage for a minute. After a failure the library may still read.
    if (drawn.ok) freeBytes(cover.bytes);
    return { value: { ...told, cover: null, drawn }, transfer: [] };
  }
  const bytes = owned(cover.bytes);
  return { value: { ...told, cover: { ...cover, bytes } }, transfer: [bytes.buffer] };
}

type BytesRequest = Extract<BookRequest, { readonly kind: 'feed' | 'quote' | 'sanitize' }>;

/** Answers about bytes that were read before. */
function answerForBytes(request: BytesRequest): Answer {
  switch (request.kind) {
    case 'feed':
      return { value: readFeed(request.bytes), transfer: [] };
    case 'quote':
      return { value: findQuotation(request.bytes, request.wanted), transfer: [] };
    case 'sanitize': {
      const bytes = owned(new TextEncoder().encode(sanitize(request.bytes, request.document)));
      return { value: bytes, transfer: [bytes.buffer] };
    }
  }
}

async function answer(request: BookRequest, line: AnswerLine): Promise<Answer> {
  switch (request.kind) {
    case 'read':
    case 'pack':
      return read(request, line);
    case 'identify':
      return { value: await identifyBook(toOpen(request.place)), transfer: [] };
    case 'hash':
      return { value: hashSeenFile(request.place, request.seen, () => line.report(undefined)), transfer: [] };
    case 'extract': {
      const bytes = owned(
        await books.withArchive(request.place, request.source.kind, async (archive) => archive.extract(request.source)),
      );
      return { value: bytes, transfer: [bytes.buffer] };
    }
    case 'render': {
      const page = await drawPage(request);
      return { value: page, transfer: [page.samples.buffer] };
    }
    case 'opf':
      return { value: readOpfFile(request.place), transfer: [] };
    case 'series-json':
      return { value: readSeriesJsonFile(request.place), transfer: [] };
    case 'picture': {
      const bytes = owned(readPictureFile(request.place));
      return { value: bytes, transfer: [bytes.buffer] };
    }
    default:
      return answerForBytes(request);
  }
}

answerRequests<BookRequest, BookAnswers[keyof BookAnswers]>(async (request, line) => {
  try {
    return await answer(request, line);
  } catch (error) {
    // A crashed library takes all its documents with it.
    if (error instanceof FormatError && error.code === 'pdf.crash') books[Symbol.dispose]();
    throw error;
  }
});
