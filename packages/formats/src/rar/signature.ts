import { type ByteSource } from '../source.ts';

/** Largest program of a self-extractor. */
const MAX_STUB = 1024 * 1024;

/** Start and generation of an archive. */
export interface RarSignature {
  readonly kind: 'rar4' | 'rar5';
  readonly offset: number;
}

/** Finds the RAR signature at the start, or after the program of a self-extractor. */
export function findRarSignature(source: ByteSource): RarSignature | undefined {
  const head = source.readUpTo(0, 16);
  const kind = signatureAt(head, 0);
  if (kind !== undefined) return { kind, offset: 0 };
  // Windows programs start with MZ, Linux ones with \x7fELF.
  if (head.toString('latin1', 0, 2) !== 'MZ' && head.toString('latin1', 0, 4) !== '\u{7f}ELF') return undefined;
  const stub = source.readUpTo(0, MAX_STUB);
  for (let at = stub.indexOf('Rar!\u{1a}\u{7}', 0, 'latin1'); at >= 0; ) {
    const found = signatureAt(stub, at);
    if (found !== undefined) return { kind: found, offset: at };
    at = stub.indexOf('Rar!\u{1a}\u{7}', at + 1, 'latin1');
  }
  return undefined;
}

function signatureAt(bytes: Buffer, at: number): RarSignature['kind'] | undefined {
  if (bytes.toString('latin1', at, at + 6) !== 'Rar!\u{1a}\u{7}') return undefined;
  if (bytes[at + 6] === 0) return 'rar4';
  return bytes[at + 6] === 1 && bytes[at + 7] === 0 ? 'rar5' : undefined;
}
