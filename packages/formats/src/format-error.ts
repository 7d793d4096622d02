/**
 * Why a file, or one part of it, cannot be read. The code is stored with the book and shown to its owner, so codes are
 * never renamed. The part before the dot is the reader that gave up.
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
 * A file that cannot be read as the book it claims to be, or that exceeds a limit. Never thrown for a failing disk: such
 * errors keep their own class, so that an unplugged drive does not mark books as broken.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly code: FormatErrorCode;
  /** Byte offset in the file where reading stopped, or undefined where an offset says nothing. */
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
