import { FormatError } from '../format-error.ts';
import { type ByteSource } from '../source.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';

/** An open document. Everything but opening is synchronous. */
export interface PdfHandle extends Disposable {
  readonly pdfium: Pdfium;
  /** FPDF_DOCUMENT. */
  readonly document: number;
  readonly pageCount: number;
  readonly bytesRead: () => number;
  /** Runs calls into the library (see `Pdfium.guard`); a disk that refused meanwhile throws its own error, whatever the calls made of it. */
  readonly run: <T>(work: () => T) => T;
}

/** Offsets are 32 bits wide in the library, signed in places. */
const LARGEST_FILE = 2 ** 31 - 1;

const WRONG_PASSWORD = 4;
const UNKNOWN_SECURITY = 5;

/**
 * Opens a document with the empty user password. It borrows the source, which must outlive it.
 * @throws {FormatError} `file.too-large` from 2 GiB, `pdf.encrypted`, `pdf.bad`
 */
export async function openHandle(source: ByteSource): Promise<PdfHandle> {
  if (source.size > LARGEST_FILE) {
    const message = `Cannot read a PDF of ${String(source.size)} bytes: the limit is ${String(LARGEST_FILE)}`;
    throw new FormatError('file.too-large', message);
  }
  const pdfium = await loadPdfium();
  const file = pdfium.attach(source);
  const run = <T>(work: () => T): T => {
    const result = pdfium.guard(work);
    file.rethrow();
    return result;
  };
  try {
    const document = run(() => pdfium.api.FPDF_LoadCustomDocument(file.access, ''));
    if (document === 0) throw refusal(pdfium.api.FPDF_GetLastError());
    let isOpen = true;
    return {
      pdfium,
      document,
      pageCount: run(() => pdfium.api.FPDF_GetPageCount(document)),
      run,
      bytesRead: file.bytesRead,
      [Symbol.dispose]: () => {
        if (!isOpen) return;
        isOpen = false;
        pdfium.release(() => {
          pdfium.api.FPDF_CloseDocument(document);
        });
        file[Symbol.dispose]();
      },
    };
  } catch (error) {
    file[Symbol.dispose]();
    throw error;
  }
}

function refusal(code: number): FormatError {
  if (code === WRONG_PASSWORD) return new FormatError('pdf.encrypted', 'Cannot open the document: it needs a password');
  if (code === UNKNOWN_SECURITY) {
    return new FormatError('pdf.encrypted', 'Cannot open the document: it is encrypted in a way nobody else can read');
  }
  return new FormatError('pdf.bad', 'Cannot open the document: it is damaged or no PDF');
}

/** Reads a text the library writes as UTF-16LE into a buffer whose size it tells when asked without one. */
export function readWideText(pdfium: Pdfium, ask: (buffer: number, length: number) => number): string {
  const length = ask(0, 0);
  if (length <= 2 || length > 1024 * 1024) return '';
  return pdfium.withMemory(length, (pointer) => {
    ask(pointer, length);
    return Buffer.from(pdfium.copyOut(pointer, length - 2)).toString('utf16le');
  });
}
