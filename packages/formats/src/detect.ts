import { type Container } from './container.ts';
import { FormatError } from './format-error.ts';
import { findRarSignature } from './rar/signature.ts';
import { type ByteSource } from './source.ts';
import { SIGNATURE } from './sevenzip/signature.ts';
import { isTar } from './tar/open.ts';
import { findDirectory } from './zip/end-record.ts';

/** Kind of a file by its content, ignoring its name. */
export type FileKind = 'zip' | 'rar' | 'sevenzip' | 'tar' | 'pdf';

const SEVEN_ZIP = SIGNATURE.toString('latin1');

/** A PDF header may follow this much junk (PDF 1.7, implementation note 13). */
const PDF_JUNK = 1024;

/**
 * Detects the kind by signature.
 * @throws {FormatError} `file.empty`, `rar.bad-signature` (before 1996), `zip.multi-disk`, `file.unknown`
 */
export function detectKind(source: ByteSource): FileKind {
  if (source.size === 0) throw new FormatError('file.empty', 'The file has no bytes', { offset: 0 });
  const head = source.readUpTo(0, PDF_JUNK).toString('latin1');
  // PK\x07\x08 starts the first disk of a split set, and a rejoined set.
  if (/^PK(?:\u{3}\u{4}|\u{5}\u{6}|\u{7}\u{8})/u.test(head)) return 'zip';
  if (head.startsWith('%PDF-')) return 'pdf';
  if (head.startsWith(SEVEN_ZIP)) return 'sevenzip';
  if (head.startsWith('RE~^')) {
    throw new FormatError('rar.bad-signature', 'The file is a RAR archive of before 1996', { offset: 0 });
  }
  if (findRarSignature(source) !== undefined) return 'rar';
  // A tar archive may start with a PDF.
  if (isTar(source)) return 'tar';
  if (head.includes('%PDF-')) return 'pdf';
  // A ZIP is read from its end: bytes before it are allowed.
  if (findDirectory(source) !== undefined) return 'zip';
  throw new FormatError('file.unknown', 'The file is neither ZIP, RAR, 7z, tar nor PDF', { offset: 0 });
}

const EPUB_MEDIA_TYPE = 'application/epub+zip';

/** Whether a ZIP is an EPUB, by `mimetype` or by META-INF/container.xml. */
export async function isEpub(container: Container): Promise<boolean> {
  if (container.entries.some((entry) => entry.name === 'META-INF/container.xml')) return true;
  const stated = container.entries.find((entry) => entry.name === 'mimetype');
  if (stated === undefined) return false;
  try {
    const head = await container.readHead(stated, 64);
    return head.toString('latin1').trim().startsWith(EPUB_MEDIA_TYPE);
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}
