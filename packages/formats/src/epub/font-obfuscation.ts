import { type EpubResource } from '../reading.ts';

/** Obfuscated bytes at the start: 1,040 (IDPF), 1,024 (Adobe). */
const MIXED_BYTES = { idpf: 1_040, adobe: 1_024 } as const;

/**
 * Undoes font obfuscation in a new buffer. Applying it twice restores the input.
 * @see EPUB 3.3 section 4.4.4; Adobe "Content protection for font files"
 */
export function deobfuscateFont(bytes: Buffer, obfuscation: NonNullable<EpubResource['obfuscation']>): Buffer {
  const key = Buffer.from(obfuscation.key, 'hex');
  const plain = Buffer.from(bytes);
  if (key.length === 0) return plain;
  const end = Math.min(MIXED_BYTES[obfuscation.method], plain.length);
  for (let index = 0; index < end; index += 1) {
    plain.writeUInt8(plain.readUInt8(index) ^ key.readUInt8(index % key.length), index);
  }
  return plain;
}
