import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { type FormatProblem, type PageRecord, type ReaderResult } from '../reading.ts';
import { type ByteSource } from '../source.ts';
import { openHandle, type PdfHandle } from './document.ts';
import { openObjects } from './objects.ts';
import { readOutline } from './outline.ts';
import { findPageJpegs, type PageJpeg } from './page-jpeg.ts';
import { readPageLabels } from './page-labels.ts';
import { type PixelSize, readPageSize } from './page-size.ts';
import { readInfo, toMetadata } from './pdf-metadata.ts';
import { readXmp } from './xmp.ts';

/**
 * Reads a PDF: page sizes and labels, metadata, outline. A page that is exactly one JPEG is stored; only such a first
 * page gives a cover. `openPdf` draws the others.
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
  const jpegs = findPageJpegs(source, objects, handle.pageCount);
  const pages = listPages(handle, jpegs, problems);
  const first = pages[0]?.source;
  return {
    format: 'pdf',
    layout: 'pages',
    pages,
    pageCount: pages.length,
    metadata: toMetadata(readInfo(handle), objects === undefined ? undefined : readXmp(objects)),
    cover: first?.kind === 'stored' ? { bytes: source.read(first.offset, first.length), mediaType: JPEG } : null,
    problems,
    epub: null,
    outline: readOutline(handle),
  };
}

const JPEG = 'image/jpeg';

function listPages(
  handle: PdfHandle,
  jpegs: ReadonlyMap<number, PageJpeg>,
  problems: FormatProblem[],
): readonly PageRecord[] {
  const labels = readPageLabels(handle);
  const pages = Array.from({ length: handle.pageCount }, (_none, index): PageRecord => {
    const size = handle.run(() => readPageSize(handle, index));
    const label = labels[index];
    return {
      name: `page-${String(index + 1)}`,
      mediaType: JPEG,
      ...(label === undefined ? {} : { label }),
      ...toPageFields(index, size, jpegs.get(index)),
    };
  });
  const damaged = pages.filter(({ width }) => width === null);
  if (damaged.length === pages.length)
    throw new FormatError('pdf.bad', 'Cannot read any page of the document: all are damaged');
  for (const { name } of damaged.slice(0, 100))
    problems.push({ code: 'pdf.bad-page', message: `"${name}" is damaged` });
  return pages;
}

/** The fields of a page that depend on whether it is drawn. */
function toPageFields(
  index: number,
  size: PixelSize | undefined,
  jpeg: PageJpeg | undefined,
): Pick<PageRecord, 'width' | 'height' | 'byteLength' | 'source'> {
  if (jpeg !== undefined && size !== undefined && isSamePage(size, jpeg)) {
    const { source, width, height } = jpeg;
    return { width, height, byteLength: source.length, source };
  }
  const { width, height } = size ?? { width: null, height: null };
  return { width, height, byteLength: 0, source: { kind: 'pdf', index } };
}

/** Whether PDFium, which counts pages of damaged files differently, means the same page. */
function isSamePage(size: PixelSize, { box }: PageJpeg): boolean {
  const isNear = (pixels: number, points: number): boolean => Math.abs(pixels - points * 2) <= 2;
  return isNear(size.width, box.right - box.left) && isNear(size.height, box.top - box.bottom);
}
