import { type Container } from './container.ts';
import { type FileKind } from './detect.ts';
import { type Limits } from './limits.ts';
import { openRar } from './rar/open.ts';
import { openSevenZip } from './sevenzip/open.ts';
import { type ByteSource } from './source.ts';
import { openTar } from './tar/open.ts';
import { openZip } from './zip/open.ts';

export type ArchiveKind = Exclude<FileKind, 'pdf'>;

type ArchiveOpener = (source: ByteSource, limits: Limits) => Container | Promise<Container>;

const openers: Readonly<Record<ArchiveKind, ArchiveOpener>> = {
  zip: openZip,
  rar: openRar,
  tar: openTar,
  sevenzip: openSevenZip,
};

/**
 * Opens an archive of a known kind; the caller disposes it before its source.
 * @throws {FormatError} when its directory cannot be read, or exceeds a limit
 */
export async function openContainer(source: ByteSource, kind: ArchiveKind, limits: Limits): Promise<Container> {
  return await openers[kind](source, limits);
}
