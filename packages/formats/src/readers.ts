// All parsers, for worker threads: the serving process need not load them.
export { sanitizeCss } from './epub/sanitize-css.ts';
export { findQuotation, type Quotation, type QuotationWanted } from './epub/find-quotation.ts';
export { sanitizeSvg, sanitizeXhtml, type SanitizeOptions } from './epub/sanitize-xhtml.ts';
export { readFeed } from './feed/read-feed.ts';
export { identifyBook } from './identify-book.ts';
export { readOpfSidecar } from './metadata/opf-sidecar.ts';
export { readSeriesJson } from './metadata/series-json.ts';
export type { DrawRequest } from './pdf/page-size.ts';
export { openPdf, type PdfDocument, type RenderedPage } from './pdf/render-page.ts';
export { openPacked, type OpenPacked } from './packed-entries.ts';
export { readBook, type ReadBookOptions } from './read-book.ts';
