import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { type BookReading, type FormatProblem, type PageRecord, type ReaderResult } from '../reading.ts';
import { type ByteSource } from '../source.ts';
import { openHandle, type PdfHandle } from './document.ts';
import { openObjects, type PdfObjects } from './objects.ts';
import { readOutline } from './outline.ts';
import { findPageJpeg } from './page-jpeg.ts';
import { readPageLabels } from './page-labels.ts';
import { readPageSize } from './page-size.ts';
import { readInfo, toMetadata } from './pdf-metadata.ts';
import { readXmp } from './xmp.ts';

/**
 * Reads a PDF: page sizes and labels, metadata, outline. The cover is there only when the first page is exactly one JPEG; otherwise it is
 * drawn by `renderPdfPage`.
 * @throws {FormatError} `pdf.encrypted`, `pdf.bad`, `pdf.no-pages`, `pdf.too-many-pages`, `file.too-large`
 * @see PDF 32000-1:2008
 */
export async function readPdf(source: ByteSource, limits: Limits): Promise<ReaderResult> {
  using handle = await openHandle(source);
  if (handle.pageCount <= 0) throw new FormatError('pdf.no-pages', 'The document has no page');
  if (handle.pageCount > limits.pdfPages) {
    const message = `The document has ${String(handle.pageCount)} pages: the limit is ${String(limits.pdfPages)}`;
    throw new FormatError('pdf.too-many-pages', message);
  }
  const objects = openObjects(source);
  const problems: FormatProblem[] = [];
  const pages = listPages(handle, problems);
  return {
    format: 'pdf',
    layout: 'pages',
    pages,
    pageCount: pages.length,
    metadata: toMetadata(readInfo(handle), objects === undefined ? undefined : readXmp(objects)),
    cover: readCover(handle, objects),
    problems,
    epub: null,
    outline: readOutline(handle),
  };
}

function listPages(handle: PdfHandle, problems: FormatProblem[]): readonly PageRecord[] {
  const labels = readPageLabels(handle);
  const pages = Array.from({ length: handle.pageCount }, (_none, index): PageRecord => {
    const size = handle.run(() => readPageSize(handle, index));
    const label = labels[index];
    return {
      name: `page-${String(index + 1)}`,
      mediaType: 'image/jpeg',
      width: size?.width ?? null,
      height: size?.height ?? null,
      ...(label === undefined ? {} : { label }),
      byteLength: 0,
      source: { kind: 'pdf', index },
    };
  });
  const damaged = pages.filter(({ width }) => width === null);
  if (damaged.length === pages.length)
    throw new FormatError('pdf.bad', 'Cannot read any page of the document: all are damaged');
  for (const { name } of damaged.slice(0, 100))
    problems.push({ code: 'pdf.bad-page', message: `"${name}" is damaged` });
  return pages;
}

function readCover(handle: PdfHandle, objects: PdfObjects | undefined): BookReading['cover'] {
  const { api } = handle.pdfium;
  const page = handle.run(() => api.FPDF_LoadPage(handle.document, 0));
  if (page === 0) return null;
  try {
    const jpeg = handle.run(() => findPageJpeg(handle, objects, page));
    return jpeg === undefined ? null : { bytes: jpeg.bytes, mediaType: 'image/jpeg' };
  } finally {
    handle.pdfium.release(() => api.FPDF_ClosePage(page));
  }
}
