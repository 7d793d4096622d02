import { FormatError } from '../format-error.ts';
import { type FileToOpen, openSource } from '../source.ts';
import { openHandle, type PdfHandle } from './document.ts';
import { type DrawRequest, type PixelSize, planDrawing, readPageSize } from './page-size.ts';

/** A drawn page: red, green and blue, rows without gaps. */
export interface RenderedPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** An open PDF that draws one page at a time. */
export interface PdfDocument extends Disposable {
  readonly pageCount: number;
  /** Bytes PDFium has read, many of which it keeps until closed. */
  readonly bytesRead: () => number;
  /**
   * Draws a page on white, with annotations and form fields.
   * @param index from 0
   * @throws {FormatError} `entry.missing` for an unknown page, `pdf.render` when it cannot be drawn
   */
  readonly renderPage: (index: number, request: DrawRequest) => RenderedPage;
}

/** Opaque white for FPDFBitmap_FillRect. */
const WHITE = 0xff_ff_ff_ff;
/** FPDFBitmap_BGR, written as RGB by the flag below. No alpha: less to draw, copy and code. */
const BITMAP_FORMAT = 2;
const CHANNELS = 3;
const DRAW_ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;

/**
 * Opens a PDF for drawing: page turns do not parse the file again.
 * @throws {FormatError} `file.too-large`, `pdf.encrypted`, `pdf.bad`
 */
export async function openPdf(file: FileToOpen): Promise<PdfDocument> {
  using stack = new DisposableStack();
  const source = stack.use(openSource(file));
  const handle = stack.use(await openHandle(source));
  const form = stack.use(openForm(handle));
  const resources = stack.move();
  return {
    pageCount: handle.pageCount,
    bytesRead: handle.bytesRead,
    renderPage: (index, request) => renderLoaded({ handle, form: form.handle }, index, request),
    // Safe to call twice: the stack disposes what it still has, in reverse order.
    [Symbol.dispose]: () => {
      resources.dispose();
    },
  };
}

interface OpenPdf {
  readonly handle: PdfHandle;
  /** FPDF_FORMHANDLE, 0 without usable forms. */
  readonly form: number;
}

/** The form layer, which runs no script. Close it before the document. */
function openForm({ pdfium, document, run }: PdfHandle): Disposable & { readonly handle: number } {
  const { api } = pdfium;
  const callbacks = run(() => api.PDFiumExt_OpenFormFillInfo());
  const handle = callbacks === 0 ? 0 : run(() => api.PDFiumExt_InitFormFillEnvironment(document, callbacks));
  return {
    handle,
    [Symbol.dispose]: () => {
      pdfium.release(() => {
        if (handle !== 0) api.PDFiumExt_ExitFormFillEnvironment(handle);
        if (callbacks !== 0) api.PDFiumExt_CloseFormFillInfo(callbacks);
      });
    },
  };
}

function renderLoaded(pdf: OpenPdf, index: number, request: DrawRequest): RenderedPage {
  const { handle } = pdf;
  const { api } = handle.pdfium;
  if (!Number.isInteger(index) || index < 0 || index >= handle.pageCount) {
    throw new FormatError('entry.missing', `The document has no page ${String(index + 1)}`);
  }
  const page = handle.run(() => api.FPDF_LoadPage(handle.document, index));
  if (page === 0) throw new FormatError('pdf.render', `Cannot read page ${String(index + 1)}: it is damaged`);
  try {
    const natural = handle.run(() => readPageSize(handle, index));
    if (natural === undefined)
      throw new FormatError('pdf.render', `Cannot draw page ${String(index + 1)}: it has no size`);
    return draw(pdf, page, planDrawing(natural, request));
  } finally {
    handle.pdfium.release(() => api.FPDF_ClosePage(page));
  }
}

function draw({ handle, form }: OpenPdf, page: number, { width, height }: PixelSize): RenderedPage {
  const { api } = handle.pdfium;
  const bitmap = handle.run(() => api.FPDFBitmap_CreateEx(width, height, BITMAP_FORMAT, 0, 0));
  if (bitmap === 0)
    throw new FormatError('pdf.render', `Cannot draw ${String(width)} by ${String(height)} pixels: no memory`);
  try {
    const flags = DRAW_ANNOTATIONS | REVERSE_BYTE_ORDER;
    handle.run(() => {
      api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
      if (form === 0) return;
      api.FORM_OnAfterLoadPage(page, form);
      api.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
      api.FORM_OnBeforeClosePage(page, form);
    });
    const rows = { stride: api.FPDFBitmap_GetStride(bitmap), rowBytes: width * CHANNELS, count: height };
    const data = handle.pdfium.copyRows(api.FPDFBitmap_GetBuffer(bitmap), rows);
    return { width, height, data };
  } finally {
    handle.pdfium.release(() => api.FPDFBitmap_Destroy(bitmap));
  }
}
