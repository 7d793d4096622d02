import { stripForbidden } from '../xml/decode-text.ts';
import { type PdfHandle, readWideText } from './document.ts';

const LONGEST = 100;
/** A lookup costs as much as there are label ranges: hostile files have one per page. */
const MOST_PAGES = 5_000;

/**
 * Page labels such as `iv` or `A-3`; undefined for a page without one.
 * @returns one per page; empty when labels only count from 1, or above 5,000 pages
 * @see PDF 32000-1:2008 section 12.4.2
 */
export function readPageLabels(handle: PdfHandle): readonly (string | undefined)[] {
  const { pdfium, document, pageCount } = handle;
  if (pageCount > MOST_PAGES) return [];
  const labels = Array.from({ length: pageCount }, (_none, index) => {
    const text = handle.run(() =>
      readWideText(pdfium, (buffer, length) => pdfium.api.FPDF_GetPageLabel(document, index, buffer, length)),
    );
    const label = stripForbidden(text).replace(/\s+/g, ' ').trim();
    return label === '' || label.length > LONGEST ? undefined : label;
  });
  return labels.every((label, index) => label === undefined || label === String(index + 1)) ? [] : labels;
}
