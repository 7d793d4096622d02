/** Upper half of code page 437, the DOS encoding and the default of ZIP names. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const strictShiftJis = new TextDecoder('shift_jis', { fatal: true });

/** Decodes names of one archive that state no encoding. */
export type NameDecoder = (raw: Buffer) => string;

/** UTF-8, or undefined for invalid bytes. */
export function decodeUtf8(raw: Buffer): string | undefined {
  return attempt(strictUtf8, raw);
}

/** UTF-8 with replacement characters for invalid bytes. */
export function decodeLooseUtf8(raw: Buffer): string {
  return looseUtf8.decode(raw);
}

/**
 * Guesses the encoding from all names together: ASCII and valid UTF-8 are taken as such; Shift-JIS when every other
 * name is valid in it and one has two adjacent Japanese characters (a single accented letter before an ASCII one is a
 * kanji by chance); else code page 437.
 */
export function chooseNameDecoder(names: readonly Buffer[]): NameDecoder {
  const odd = names.filter((raw) => decodeUtf8(raw) === undefined);
  const decoded = odd.map((raw) => attempt(strictShiftJis, raw));
  const japanese = decoded.every((name) => name !== undefined) && decoded.some((name) => JAPANESE_RUN.test(name));
  const fallback = japanese ? (raw: Buffer) => strictShiftJis.decode(raw) : decodeCp437;
  return (raw) => decodeUtf8(raw) ?? fallback(raw);
}

/** Two adjacent hiragana, full-width katakana, kanji or marks between them. */
const JAPANESE_RUN = /[\u3005\u3041-\u30ff\u4e00-\u9fff]{2}/u;

function decodeCp437(raw: Buffer): string {
  let text = '';
  for (const byte of raw) text += byte < 0x80 ? String.fromCharCode(byte) : CP437.charAt(byte - 0x80);
  return text;
}

function attempt(decoder: typeof strictUtf8, raw: Buffer): string | undefined {
  try {
    return decoder.decode(raw);
  } catch {
    return undefined;
  }
}

/**
 * Normalizes a decoded name: `/` between folders, no trailing `/`, no character that databases or JSON refuse.
 * Different names stay different, and `..` stays.
 */
export function cleanName(decoded: string): string {
  const slashed = decoded.replaceAll('\\', '/').replaceAll('\0', '\u{fffd}').toWellFormed();
  return slashed.endsWith('/') ? slashed.replace(/\/+$/u, '') : slashed;
}

/** Whether the name, used as a path, would leave its folder. */
export function isEscapingName(name: string): boolean {
  return name.startsWith('/') || /^[a-z]:/iu.test(name) || name.split('/').includes('..');
}
