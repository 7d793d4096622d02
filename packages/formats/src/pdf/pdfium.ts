import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { FormatError } from '../format-error.ts';
import { type ByteSource, openSource, readInto } from '../source.ts';

/** PDFium with its memory and read callback, shared by all documents of this thread. */
export interface Pdfium {
  readonly api: WrappedPdfiumModule;
  readonly copyOut: (pointer: number, length: number) => Uint8Array;
  /** Copies rows without their padding. */
  readonly copyRows: (pointer: number, rows: Rows) => Uint8Array;
  /** Runs `use` with zeroed memory of PDFium, and frees it. */
  readonly withMemory: <T>(length: number, use: (pointer: number) => T) => T;
  /**
   * Runs calls into PDFium. After a crash its memory is undefined: the next document gets a new instance.
   * @throws {FormatError} `pdf.crash`
   */
  readonly guard: <T>(work: () => T) => T;
  /** Runs calls that free memory; does nothing after a crash. */
  readonly release: (work: () => void) => void;
  /** Makes a file readable for PDFium until disposed. */
  readonly attach: (source: ByteSource) => AttachedFile;
}

/** Rows of pixels in PDFium's memory, in bytes. */
interface Rows {
  /** From one row to the next. */
  readonly stride: number;
  readonly rowBytes: number;
  readonly count: number;
}

/** A file that PDFium reads. */
export interface AttachedFile extends Disposable {
  /** FPDF_FILEACCESS, valid until disposed. */
  readonly access: number;
  /**
   * Throws an error of the disk since the last call.
   * @throws {Error} of the disk; `file.changed` when the file became shorter
   */
  readonly rethrow: () => void;
  readonly bytesRead: () => number;
}

interface OpenFile {
  readonly read: (position: number, target: Uint8Array) => void;
  bytesRead: number;
  error: Error | undefined;
}

let loading: Promise<Pdfium> | undefined;

/** PDFium of this thread, loaded by the first call. All its calls block: for worker threads. */
export async function loadPdfium(): Promise<Pdfium> {
  loading ??= startPdfium();
  return loading;
}

async function startPdfium(): Promise<Pdfium> {
  const api = await instantiate();
  api.PDFiumExt_Init();
  const pdfium = api.pdfium;
  let isSound = true;
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      if (!isCrash(cause)) throw cause;
      isSound = false;
      loading = undefined;
      throw new FormatError('pdf.crash', 'Cannot read the document: it makes the PDF library fail', { cause });
    }
  };
  const free = (pointer: number): void => {
    if (isSound) pdfium.wasmExports.free(pointer);
  };
  return {
    api,
    guard,
    release: (work) => {
      if (isSound) guard(work);
    },
    copyOut: (pointer, length) => pdfium.HEAPU8.slice(pointer, pointer + length),
    copyRows: (pointer, rows) => copyRows(pdfium.HEAPU8, pointer, rows),
    withMemory: (length, use) => {
      const pointer = allocate(api, length);
      try {
        return use(pointer);
      } finally {
        free(pointer);
      }
    },
    attach: fileKeeper(api, free),
  };
}

function fileKeeper(api: WrappedPdfiumModule, free: (pointer: number) => void): Pdfium['attach'] {
  const { pdfium } = api;
  const files = new Map<number, OpenFile>();
  const getBlock = addReader(api, files);
  let lastParam = 0;
  return (source) => {
    const param = (lastParam += 1);
    const file: OpenFile = { read: readAhead(source), bytesRead: 0, error: undefined };
    const access = allocate(api, 12);
    // 0 u32 m_FileLen, 4 pointer m_GetBlock, 8 pointer m_Param
    pdfium.setValue(access, source.size, 'i32');
    pdfium.setValue(access + 4, getBlock, 'i32');
    pdfium.setValue(access + 8, param, 'i32');
    files.set(param, file);
    return {
      access,
      bytesRead: () => file.bytesRead,
      rethrow: () => {
        const { error } = file;
        file.error = undefined;
        if (error !== undefined) throw error;
      },
      [Symbol.dispose]: () => {
        if (!files.delete(param)) return;
        free(access);
      },
    };
  };
}

function copyRows(memory: Uint8Array, pointer: number, { stride, rowBytes, count }: Rows): Uint8Array {
  if (stride === rowBytes) return memory.slice(pointer, pointer + rowBytes * count);
  const rows = new Uint8Array(rowBytes * count);
  for (let row = 0; row < count; row++) {
    const start = pointer + row * stride;
    rows.set(memory.subarray(start, start + rowBytes), row * rowBytes);
  }
  return rows;
}

/** FPDF_FILEACCESS.m_GetBlock: int (void* param, unsigned long position, unsigned char* buffer, unsigned long size) */
function addReader({ pdfium: module }: WrappedPdfiumModule, files: ReadonlyMap<number, OpenFile>): number {
  const getBlock = (param: number, position: number, pointer: number, size: number): number => {
    const file = files.get(param);
    if (file === undefined) return 0;
    try {
      const start = pointer >>> 0;
      file.read(position >>> 0, module.HEAPU8.subarray(start, start + (size >>> 0)));
      file.bytesRead += size >>> 0;
      return 1;
    } catch (error) {
      // An exception must not pass through PDFium's frames: it is thrown after them.
      file.error ??= error instanceof Error ? error : new Error(String(error));
      return 0;
    }
  };
  return module.addFunction(getBlock, 'iiiii');
}

/** Twice what the largest drawn page takes. A document that needs more expands without end. */
const MOST_MEMORY = 1024 * 1024 * 1024;

async function instantiate(): Promise<WrappedPdfiumModule> {
  const module = await compileLibrary();
  return await init({
    // PDFium prints when it gives up; the thrown error says the same.
    printErr: () => undefined,
    instantiateWasm: (imports, receive) => {
      const instance = new WebAssembly.Instance(module, limitMemory(imports));
      receive(instance);
      return instance.exports;
    },
  });
}

async function compileLibrary(): Promise<WebAssembly.Module> {
  using file = openSource(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const bytes = new Uint8Array(file.size);
  readInto(file.fd, 0, bytes);
  return await WebAssembly.compile(bytes);
}

/** Refuses memory beyond the limit through PDFium's only import for it; PDFium then gives up, which is a crash. */
function limitMemory(imports: WebAssembly.Imports): WebAssembly.Imports {
  const environment = imports['env'] ?? {};
  const grow: unknown = environment['emscripten_resize_heap'];
  if (typeof grow !== 'function') throw new TypeError('Expected the PDF library to ask for memory');
  return {
    ...imports,
    env: {
      ...environment,
      emscripten_resize_heap: (size: number): unknown =>
        size >>> 0 <= MOST_MEMORY && Reflect.apply(grow, undefined, [size]),
    },
  };
}

/** A WebAssembly trap or stack overflow. */
function isCrash(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}

function allocate({ pdfium }: WrappedPdfiumModule, length: number): number {
  const pointer = pdfium.wasmExports.malloc(length);
  if (pointer === 0) throw new FormatError('pdf.render', `Cannot reserve ${String(length)} bytes for the document`);
  pdfium.HEAPU8.fill(0, pointer, pointer + length);
  return pointer;
}

/** Least bytes read at once: PDFium makes thousands of small reads per document. */
const WINDOW_BYTES = 32 * 1024;

function readAhead(source: ByteSource): (position: number, target: Uint8Array) => void {
  let window: Buffer = Buffer.alloc(0);
  let start = 0;
  return (position, target) => {
    const end = position + target.length;
    if (target.length < WINDOW_BYTES && (position < start || end > start + window.length)) {
      window = source.readUpTo(position, WINDOW_BYTES);
      start = position;
    }
    // Large reads go directly to their target, without garbage.
    if (position < start || end > start + window.length) readInto(source.fd, position, target);
    else target.set(window.subarray(position - start, end - start));
  };
}
