import {
  extractRarEntry,
  readBook,
  renderPdfPage,
  type RenderRequest,
  sanitizeCss,
  sanitizeSvg,
  sanitizeXhtml,
} from '@lectern/formats';
import { answerRequests, type WorkerAnswer } from './answer-requests.ts';
import type { BookAnswers, BookRequest, DrawRequest, TextDocument } from './book-readers.ts';

type Answer = WorkerAnswer<BookAnswers[keyof BookAnswers]>;

/** Bytes that own their memory, so that it can be handed over; small buffers share theirs with others. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength === buffer.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

/** Pixels of a drawn page at most: four bytes each, held twice on their way out. */
const MAX_DRAWN_PIXELS = 24_000_000;

function renderRequest({ width, height, passthrough }: DrawRequest): RenderRequest {
  return {
    maxPixels: MAX_DRAWN_PIXELS,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(passthrough === undefined ? {} : { passthrough }),
  };
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

async function answer(request: BookRequest): Promise<Answer> {
  switch (request.kind) {
    case 'read': {
      const reading = await readBook(request.path);
      if (reading.cover === null) return { value: reading, transfer: [] };
      const bytes = owned(reading.cover.bytes);
      return { value: { ...reading, cover: { ...reading.cover, bytes } }, transfer: [bytes.buffer] };
    }
    case 'extract': {
      const bytes = owned(await extractRarEntry(request.path, request.source));
      return { value: bytes, transfer: [bytes.buffer] };
    }
    case 'render': {
      const page = await renderPdfPage(request.path, request.index, renderRequest(request.request));
      const bytes = owned(page.kind === 'jpeg' ? page.bytes : page.data);
      const value = page.kind === 'jpeg' ? bytes : { rgba: bytes, width: page.width, height: page.height };
      return { value, transfer: [bytes.buffer] };
    }
    case 'sanitize': {
      const bytes = owned(new TextEncoder().encode(sanitize(request.bytes, request.document)));
      return { value: bytes, transfer: [bytes.buffer] };
    }
  }
}

answerRequests<BookRequest, BookAnswers[keyof BookAnswers]>(answer);
