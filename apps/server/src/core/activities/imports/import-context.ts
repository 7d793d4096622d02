import { type FormatId, formatByName, listExtensions } from '@lectern/contract';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { AppError } from '#core/errors.ts';
import { safeFileName } from '#core/rules/files/file-names.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import type { Log } from '#log/logger.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';

/** What imports use. */
export interface ImportContext {
  readonly db: Database;
  readonly config: Config;
  readonly settings: Pick<Settings, 'get'>;
  readonly readers: Pick<BookReaders, 'read' | 'hash'>;
  readonly queue: Queue;
  readonly log: Pick<Log, 'users' | 'scan'>;
}

/** States that a look or an admin may change. */
export const OPEN_STATES = ['waiting', 'broken', 'rejected', 'failed'];

const Labels = z.array(z.string()).nullable().catch(null);

/** Whether a library takes files with this extension. @param allowedFormats JSON, as the library stores it */
export function takesFile(allowedFormats: string | null, fileName: string): boolean {
  const labels = allowedFormats === null ? null : Labels.parse(JSON.parse(allowedFormats));
  return listExtensions(labels).includes(readExtension(fileName).slice(1).toLowerCase());
}

/** Refuses a file whose type a library does not take. @throws {AppError} `Conflict` */
export function requireFormat(
  { name, allowedFormats }: { readonly name: string; readonly allowedFormats: string | null },
  fileName: string,
): void {
  if (takesFile(allowedFormats, fileName)) return;
  throw new AppError(
    'Conflict',
    say('The library "{name}" does not take files such as "{file}"', { name, file: fileName }),
  );
}

/** The extension of a book, with its dot; '' for any other file. */
export function readExtension(fileName: string): string {
  return formatByName(fileName) === undefined ? '' : fileName.slice(fileName.lastIndexOf('.'));
}

/** The format of a book by its name. Only such files are listed. */
export function readFormat(fileName: string): FormatId {
  const format = formatByName(fileName);
  if (format === undefined) throw new Error(`"${fileName}" is no file of a book`);
  return format;
}

/** A part of a path that every file system accepts and every scan sees: scans skip hidden names. */
export function toSafePart(text: string): string {
  return safeFileName(text.replace(/^[\s.]+/u, ''), 'Unnamed');
}
