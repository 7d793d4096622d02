export { FIRST_HEAD_BYTES, type ImageProbe, probeImage } from './image/probe.ts';
export { FormatError, type FormatErrorCode } from './format-error.ts';
export { type BookIdentity, identifyBook } from './identify-book.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { compareNatural } from './natural-order.ts';
export { readBook, type ReadBookOptions } from './read-book.ts';
export {
  checkEntry,
  type DirectEntry,
  gzipMember,
  isDirect,
  type OpenedFile,
  packedRange,
  readEntry,
  unpackEntry,
} from './read-entry.ts';
export type * from './reading.ts';
export { mergeMetadata } from './metadata/merge-metadata.ts';
export { type OpfSidecar, readOpfSidecar } from './metadata/opf-sidecar.ts';
export { readSeriesJson, type SeriesSidecar } from './metadata/series-json.ts';
export { listPackedPages } from './comic/list-packed-pages.ts';
export { extractRarEntries, type ExtractOptions, type RarEntrySink } from './rar/extract-entries.ts';
export { extractRarEntry, openRarFile, type OpenRar, type PackedRarEntry } from './rar/extract-entry.ts';
export { deobfuscateFont } from './epub/font-obfuscation.ts';
export { sanitizeCss } from './epub/sanitize-css.ts';
export { sanitizeSvg, sanitizeXhtml, type SanitizeOptions } from './epub/sanitize-xhtml.ts';
export {
  positionsOf,
  type PublicationAddresses,
  type PublicationLink,
  type PublicationPosition,
  toWebPublication,
  type WebPublication,
} from './epub/web-publication.ts';
export { type DrawRequest } from './pdf/page-size.ts';
export { openPdf, type PdfDocument, type RenderedPage } from './pdf/render-page.ts';
export { planZip, type ZipPlan } from './zip/plan-zip.ts';
