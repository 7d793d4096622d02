// All that an unpacking worker loads.
export { extractPackedEntries, listPackedPages } from './packed-entries.ts';
export type { RarEntrySink as EntrySink } from './rar/extract-entries.ts';
export type { FormatProblem, PackedEntry } from './reading.ts';
