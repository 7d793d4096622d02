import { type PdfOutlineItem } from '../reading.ts';
import { stripForbidden } from '../xml/decode-text.ts';
import { type PdfHandle, readWideText } from './document.ts';

/** Entries read; outlines of books have hundreds. */
const ITEM_LIMIT = 10_000;
const DEPTH_LIMIT = 32;
const GO_TO = 1;

/**
 * The bookmarks of a document. Damaged outlines can loop: each bookmark is read once.
 * @see PDF 32000-1:2008 section 12.3.3
 */
export function readOutline(handle: PdfHandle): readonly PdfOutlineItem[] {
  return handle.run(() => readLevel({ handle, seen: new Set() }, 0, 0));
}

interface Walk {
  readonly handle: PdfHandle;
  readonly seen: Set<number>;
}

function readLevel(walk: Walk, parent: number, depth: number): readonly PdfOutlineItem[] {
  const { api } = walk.handle.pdfium;
  const { document } = walk.handle;
  const items: PdfOutlineItem[] = [];
  let bookmark = api.FPDFBookmark_GetFirstChild(document, parent);
  while (bookmark !== 0 && !walk.seen.has(bookmark) && walk.seen.size < ITEM_LIMIT) {
    walk.seen.add(bookmark);
    const children = depth < DEPTH_LIMIT ? readLevel(walk, bookmark, depth + 1) : [];
    const title = readTitle(walk.handle, bookmark);
    const pageIndex = findTarget(walk.handle, bookmark);
    if (title !== '' || pageIndex !== null || children.length > 0) items.push({ title, pageIndex, children });
    bookmark = api.FPDFBookmark_GetNextSibling(document, bookmark);
  }
  return items;
}

function readTitle({ pdfium }: PdfHandle, bookmark: number): string {
  const text = readWideText(pdfium, (buffer, length) => pdfium.api.FPDFBookmark_GetTitle(bookmark, buffer, length));
  return stripForbidden(text).replace(/\s+/g, ' ').trim();
}

function findTarget({ pdfium: { api }, document, pageCount }: PdfHandle, bookmark: number): number | null {
  let destination = api.FPDFBookmark_GetDest(document, bookmark);
  if (destination === 0) {
    const action = api.FPDFBookmark_GetAction(bookmark);
    if (action !== 0 && api.FPDFAction_GetType(action) === GO_TO)
      destination = api.FPDFAction_GetDest(document, action);
  }
  if (destination === 0) return null;
  const index = api.FPDFDest_GetDestPageIndex(document, destination);
  return index >= 0 && index < pageCount ? index : null;
}
