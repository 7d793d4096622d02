import { type Container } from './container.ts';
import { type FileKind } from './detect.ts';
import { type Limits } from './limits.ts';
import { openRar } from './rar/open.ts';
import { type ByteSource } from './source.ts';
import { openZip } from './zip/open.ts';

type ContainerOpener = (source: ByteSource, limits: Limits) => Container;

/** A kind of file that is no archive has no opener. */
const openers: Readonly<Record<Exclude<FileKind, 'pdf'>, ContainerOpener>> = { zip: openZip, rar: openRar };

/**
 * Opens an archive of a kind that is known; the caller disposes it, and the source after it.
 * @throws {FormatError} when its directory cannot be read, or exceeds a limit
 */
export function openContainer(source: ByteSource, kind: Exclude<FileKind, 'pdf'>, limits: Limits): Container {
  return openers[kind](source, limits);
}
