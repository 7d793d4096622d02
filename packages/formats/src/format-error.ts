/**
 * Why a file or a part of it cannot be read. Codes are stored with books and shown to users, so they are never renamed.
 * The part before the dot names the reader.
 */
export type FormatErrorCode =
  | 'file.empty'
  | 'file.unknown'
  | 'file.changed'
  | 'file.replaced'
  | 'file.too-large'
  | 'zip.truncated'
  | 'zip.bad-signature'
  | 'zip.bad-entry'
  | 'zip.encrypted'
  | 'zip.multi-disk'
  | 'zip.too-many-entries'
  | 'zip.overlap'
  | 'zip.bad-directory'
  | 'rar.truncated'
  | 'rar.bad-signature'
  | 'rar.bad-header'
  | 'rar.encrypted'
  | 'rar.multi-volume'
  | 'rar.too-many-entries'
  | 'rar.extract'
  | 'sevenzip.unsupported'
  | 'sevenzip.truncated'
  | 'sevenzip.bad-header'
  | 'sevenzip.encrypted'
  | 'sevenzip.too-many-entries'
  | 'tar.truncated'
  | 'tar.bad-header'
  | 'tar.too-many-entries'
  | 'entry.missing'
  | 'entry.truncated'
  | 'entry.link'
  | 'entry.unsupported'
  | 'entry.encrypted'
  | 'entry.corrupt'
  | 'entry.too-large'
  | 'entry.bad-checksum'
  | 'comic.no-pages'
  | 'epub.no-container'
  | 'epub.no-package'
  | 'epub.bad-package'
  | 'epub.encrypted'
  | 'epub.empty-spine'
  | 'pdf.bad'
  | 'pdf.crash'
  | 'pdf.encrypted'
  | 'pdf.no-pages'
  | 'pdf.too-many-pages'
  | 'pdf.render'
  | 'xml.malformed'
  | 'xml.too-large'
  | 'image.unknown'
  | 'image.unsupported'
  | 'image.truncated'
  | 'image.too-large'
  | 'limit.time';

/**
 * A file that cannot be read as a book, or exceeds a limit. A failing disk keeps its own error, so that an unplugged
 * drive does not mark books as broken.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly code: FormatErrorCode;
  /** Byte offset of the failure; undefined where it is meaningless. */
  readonly offset: number | undefined;

  constructor(
    code: FormatErrorCode,
    message: string,
    options: { readonly offset?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.offset = options.offset;
  }
}
