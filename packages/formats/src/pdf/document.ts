import { FormatError } from '../format-error.ts';
import { type ByteSource } from '../source.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';

/** An open document. Only opening is asynchronous. */
export interface PdfHandle extends Disposable {
  readonly pdfium: Pdfium;
  /** FPDF_DOCUMENT. */
  readonly document: number;
  readonly pageCount: number;
  readonly bytesRead: () => number;
  /** Runs calls into PDFium (see `Pdfium.guard`); an error of the disk meanwhile is thrown first. */
  readonly run: <T>(work: () => T) => T;
}

/** PDFium's offsets have 32 bits, partly signed. */
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

/** Reads a UTF-16LE text of PDFium, which returns the needed size when called without a buffer. */
export function readWideText(pdfium: Pdfium, ask: (buffer: number, length: number) => number): string {
  const length = ask(0, 0);
  if (length <= 2 || length > 1024 * 1024) return '';
  return pdfium.withMemory(length, (pointer) => {
    ask(pointer, length);
    return Buffer.from(pdfium.copyOut(pointer, length - 2)).toString('utf16le');
  });
}
