/** Limits of reading one file. A file that exceeds one is refused with a coded error. */
export interface Limits {
  /** Entries of an archive, with directories. */
  readonly entryCount: number;
  /** Bytes of one unpacked entry. */
  readonly entryBytes: number;
  /** Unpacked bytes for each packed byte, checked beyond 1 MiB of output. */
  readonly ratio: number;
  /** Bytes of a metadata document (ComicInfo.xml, OPF, NCX …). */
  readonly documentBytes: number;
  readonly xmlDepth: number;
  readonly pixels: number;
  readonly pdfPages: number;
}

/** Enough for every valid book seen in practice, and for a small home server. */
export const DEFAULT_LIMITS: Limits = {
  entryCount: 50_000,
  entryBytes: 256 * 1024 * 1024,
  ratio: 2_000,
  documentBytes: 16 * 1024 * 1024,
  xmlDepth: 256,
  pixels: 100_000_000,
  pdfPages: 20_000,
};
