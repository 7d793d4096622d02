// A door of its own: what a thread that only unpacks RAR archives has to load.
export { listPackedPages } from './comic/list-packed-pages.ts';
export type { FormatProblem } from './reading.ts';
export { extractRarEntries, type ExtractOptions, type RarEntrySink } from './rar/extract-entries.ts';
export type { PackedRarEntry } from './rar/extract-entry.ts';
