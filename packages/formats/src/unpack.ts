// What a worker that only unpacks archives has to load.
export { extractPackedEntries, listPackedPages } from './packed-entries.ts';
export type { RarEntrySink as EntrySink } from './rar/extract-entries.ts';
export type { FormatProblem, PackedEntry } from './reading.ts';
