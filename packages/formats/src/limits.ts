/** What reading one file may cost at most. A file that needs more is refused with a coded error. */
export interface Limits {
  /** Entries of an archive, directories included. */
  readonly entryCount: number;
  /** Bytes one entry may expand to. */
  readonly entryBytes: number;
  /** Expanded bytes for each compressed byte, checked once more than 1 MiB came out. */
  readonly ratio: number;
  /** Bytes of a metadata document (ComicInfo.xml, OPF, NCX …). */
  readonly documentBytes: number;
  /** Nesting of XML elements. */
  readonly xmlDepth: number;
  /** Width times height of one picture. */
  readonly pixels: number;
  /** Pages of a PDF. */
  readonly pdfPages: number;
}

/** Wide enough for every honest book seen in practice, narrow enough for a small home server. */
export const DEFAULT_LIMITS: Limits = {
  entryCount: 50_000,
  entryBytes: 256 * 1024 * 1024,
  ratio: 2_000,
  documentBytes: 16 * 1024 * 1024,
  xmlDepth: 256,
  pixels: 100_000_000,
  pdfPages: 20_000,
};
