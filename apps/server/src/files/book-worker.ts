import { parentPort, type Transferable } from 'node:worker_threads';
import {
  extractRarEntry,
  FormatError,
  readBook,
  renderPdfPage,
  type RenderRequest,
  sanitizeCss,
  sanitizeSvg,
  sanitizeXhtml,
} from '@lectern/formats';
import type { BookAnswers, BookRequest, DrawRequest, TextDocument } from './book-readers.ts';
import type { WorkerFailure, WorkerReply } from './worker-pool.ts';

interface Answer {
  readonly value: BookAnswers[keyof BookAnswers];
  /** Memory that is handed over instead of copied. */
  readonly transfer: readonly Transferable[];
}

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

function failureOf(error: unknown): WorkerFailure {
  if (error instanceof FormatError) {
    const { code, message, offset } = error;
    return { kind: 'format', code, message, ...(offset === undefined ? {} : { offset }) };
  }
  if (!(error instanceof Error)) return { kind: 'bug', message: String(error) };
  const stack = error.stack === undefined ? {} : { stack: error.stack };
  if ('code' in error && typeof error.code === 'string') {
    return { kind: 'system', code: error.code, message: error.message, ...stack };
  }
  return { kind: 'bug', message: error.message, ...stack };
}

if (parentPort !== null) {
  const port = parentPort;
  const reply = (message: WorkerReply, transfer: readonly Transferable[]): void => port.postMessage(message, transfer);
  port.on('message', ({ id, request }: { readonly id: number; readonly request: BookRequest }) => {
    answer(request).then(
      ({ value, transfer }) => reply({ id, ok: true, value }, transfer),
      (error: unknown) => reply({ id, ok: false, error: failureOf(error) }, []),
    );
  });
}
