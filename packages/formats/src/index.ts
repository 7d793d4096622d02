// Types and light functions. Parsers are exported by `./readers`, for worker threads.
export { FIRST_HEAD_BYTES, type ImageProbe, probeImage } from './image/probe.ts';
export { FormatError, type FormatErrorCode } from './format-error.ts';
export type { BookIdentity } from './identify-book.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { compareNatural } from './natural-order.ts';
export type { Feed, FeedFile, FeedItem } from './feed/read-feed.ts';
export type * from './reading.ts';
export { mergeMetadata } from './metadata/merge-metadata.ts';
export type { OpfSidecar } from './metadata/opf-sidecar.ts';
export type { SeriesSidecar } from './metadata/series-json.ts';
export type { Quotation, QuotationWanted } from './epub/find-quotation.ts';
export { deobfuscateFont } from './epub/font-obfuscation.ts';
export {
  listPositions,
  type PublicationAddresses,
  type PublicationLink,
  type PublicationPosition,
  toWebPublication,
  type WebPublication,
} from './epub/web-publication.ts';
export type { FileToOpen } from './source.ts';
export { planZip, type ZipPlan } from './zip/plan-zip.ts';
