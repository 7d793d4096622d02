/** A file that may be a book. */
export interface FoundFile {
  /** Relative to the root, `/` separated. */
  readonly path: string;
  readonly size: number;
  /** Modification time in whole milliseconds. */
  readonly modifiedAt: number;
  /** `BookSidecars` as JSON, the same text for the same files. Null for none, absent when unreadable. */
  readonly sidecars?: string | null;
}

/** Many files in a compact form, fast to pass between threads. */
export interface PackedFiles {
  /** Paths joined with SEPARATOR. */
  readonly paths: string;
  /** Size and modification time of each file. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** By index; files that are absent here have no sidecars. */
  readonly sidecars: ReadonlyMap<number, FoundFile['sidecars']>;
}

const SEPARATOR = '\0';

/** Packs files; their numbers can be transferred. */
export function packFiles(files: readonly FoundFile[]): PackedFiles {
  const numbers = new Float64Array(files.length * 2);
  const sidecars = new Map<number, FoundFile['sidecars']>();
  for (const [index, file] of files.entries()) {
    numbers[index * 2] = file.size;
    numbers[index * 2 + 1] = file.modifiedAt;
    if (file.sidecars !== null) sidecars.set(index, file.sidecars);
  }
  return { paths: files.map(({ path }) => path).join(SEPARATOR), numbers, sidecars };
}

/** Restores packed files. */
export function unpackFiles({ paths, numbers, sidecars }: PackedFiles): FoundFile[] {
  if (numbers.length === 0) return [];
  return paths.split(SEPARATOR).map((path, index) => {
    const file = { path, size: numbers[index * 2] ?? 0, modifiedAt: numbers[index * 2 + 1] ?? 0 };
    if (!sidecars.has(index)) return { ...file, sidecars: null };
    const beside = sidecars.get(index);
    return beside === undefined ? file : { ...file, sidecars: beside };
  });
}
