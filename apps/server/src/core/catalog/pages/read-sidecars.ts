import type { EmbeddedMetadata } from '@lectern/formats';
import { z } from 'zod';
import type { RecordedError } from '#db/repos/rows/book-errors.repo.ts';
import type { BookReaders, ReadOptions } from '#files/books/book-readers.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import { describeProblems } from '#core/rules/files/describe-error.ts';
import { isSystemError } from '#core/rules/files/system-error.ts';
import { say } from '#words/say.ts';

/** A sidecar as the scan stores it (`SidecarFile`). */
export const StoredFile = z.object({ name: z.string(), size: z.number(), modifiedAt: z.number() });
const Beside = z.object({ opf: StoredFile.optional(), cover: StoredFile.optional() });

/** Whether the scan found a picture next to the book. It takes precedence over the embedded cover. */
export function hasPictureBeside({ sidecars }: { readonly sidecars: string | null }): boolean {
  return Beside.parse(JSON.parse(sidecars ?? '{}')).cover !== undefined;
}

/** The content of sidecar files. Missing or unusable parts are absent. */
export interface SidecarReading {
  readonly metadata?: EmbeddedMetadata;
  /** Bytes that may be a picture. */
  readonly cover?: Buffer;
  readonly errors: readonly RecordedError[];
}

/** Error codes of a deleted file. */
const GONE = new Set(['ENOENT', 'ENOTDIR']);
/** Error codes of a file that cannot be read, on a disk that works. */
const REFUSED = new Set(['EACCES', 'EPERM', 'ELOOP', 'EISDIR', 'ENXIO']);

export type SidecarOutcome<Value> = { readonly kind: 'read'; readonly value: Value } | typeof GONE_FILE | Refusal;

interface Refusal {
  readonly kind: 'refused';
  /** A sentence without full stop that names the file. */
  readonly message: string;
  /** Code of the reader or the file system. */
  readonly code: string;
}

const GONE_FILE = { kind: 'gone' } as const;

/** Reads one sidecar; errors of the file are results. Throws a system error of the disk. */
export async function trySidecar<Value>(
  name: string,
  read: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<SidecarOutcome<Value>> {
  try {
    return { kind: 'read', value: await read() };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    if (GONE.has(code)) return GONE_FILE;
    if (isSystemError(error) && !REFUSED.has(code)) throw error;
    return {
      kind: 'refused',
      message: say('“{name}” cannot be read: {reason}', { name, reason: error.message }),
      code,
    };
  }
}

function pathBeside(bookPath: string, name: string): string {
  return bookPath.slice(0, bookPath.lastIndexOf('/') + 1) + name;
}

function describeRefusal(errorType: 'metadata' | 'thumbnail', { message, code }: Refusal): RecordedError {
  return { errorType, message, details: { code } };
}

type FileReader<Value> = (absolutePath: string, options: ReadOptions) => Promise<Value>;

/** Reads the sidecars that the scan found. Throws as `trySidecar`. */
export async function readSidecars(
  readers: BookReaders,
  book: { readonly libraryPath: string; readonly path: string; readonly sidecars: string | null },
  options: ReadOptions,
): Promise<SidecarReading> {
  const { opf, cover } = Beside.parse(JSON.parse(book.sidecars ?? '{}'));
  const open = async <Value>(file: z.infer<typeof StoredFile> | undefined, read: FileReader<Value>) => {
    if (file === undefined) return GONE_FILE;
    const path = pathInRoot(book.libraryPath, pathBeside(book.path, file.name));
    return trySidecar(file.name, async () => read(path, options), options.signal);
  };
  const said = await open(opf, readers.readOpf);
  const shown = await open(cover, readers.readPicture);
  return {
    ...(said.kind === 'read' ? { metadata: said.value.metadata } : {}),
    ...(shown.kind === 'read' ? { cover: shown.value } : {}),
    errors: [
      ...(said.kind === 'read' ? describeProblems(said.value.problems) : []),
      ...(said.kind === 'refused' ? [describeRefusal('metadata', said)] : []),
      ...(shown.kind === 'refused' ? [describeRefusal('thumbnail', shown)] : []),
    ],
  };
}
