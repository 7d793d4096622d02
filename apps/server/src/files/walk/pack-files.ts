/** A file that may be a book. */
export interface FoundFile {
  /** Relative to the root, `/` separated. */
  readonly path: string;
  readonly size: number;
  /** Modification time, milliseconds, fraction cut off. */
  readonly modifiedAt: number;
  /**
   * What lies beside it, `BookSidecars` as JSON, the same text for the same files; null for nothing, absent when that could
   * not be looked at.
   */
  readonly sidecars?: string | null;
}

/** Many files in a form that goes from thread to thread quickly. */
export interface PackedFiles {
  /** Paths, each but the last followed by SEPARATOR. */
  readonly paths: string;
  /** Two numbers for each: size, and modification time. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** By place in the list; those that are not here have no sidecars. */
  readonly sidecars: ReadonlyMap<number, FoundFile['sidecars']>;
}

/** No name of a file has it. */
const SEPARATOR = '\0';

/** Packs files; their numbers may be handed over. */
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

/** The files as they were. */
export function unpackFiles({ paths, numbers, sidecars }: PackedFiles): FoundFile[] {
  if (numbers.length === 0) return [];
  return paths.split(SEPARATOR).map((path, index) => {
    const file = { path, size: numbers[index * 2] ?? 0, modifiedAt: numbers[index * 2 + 1] ?? 0 };
    if (!sidecars.has(index)) return { ...file, sidecars: null };
    const beside = sidecars.get(index);
    return beside === undefined ? file : { ...file, sidecars: beside };
  });
}
