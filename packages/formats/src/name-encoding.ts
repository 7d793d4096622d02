/** Code page 437, the upper half: what DOS wrote names in, and what a ZIP name without any flag is by its specification. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const strictShiftJis = new TextDecoder('shift_jis', { fatal: true });

/** What turns the names of one archive that carry no word about their encoding into text. */
export type NameDecoder = (raw: Buffer) => string;

/** UTF-8, or undefined when the bytes are not. */
export function decodeUtf8(raw: Buffer): string | undefined {
  return attempt(strictUtf8, raw);
}

/** UTF-8 whatever comes, with a replacement character for each wrong sequence. */
export function decodeLooseUtf8(raw: Buffer): string {
  return looseUtf8.decode(raw);
}

/**
 * Chooses how to decode names of unknown encoding, looking at all of them together: ASCII and valid UTF-8 speak for
 * themselves, Shift-JIS is taken when every other name is valid Shift-JIS and one of them has Japanese characters side by
 * side (a lone accented letter before an ASCII one also happens to be a kanji), else code page 437.
 */
export function chooseNameDecoder(names: readonly Buffer[]): NameDecoder {
  const odd = names.filter((raw) => decodeUtf8(raw) === undefined);
  const decoded = odd.map((raw) => attempt(strictShiftJis, raw));
  const japanese = decoded.every((name) => name !== undefined) && decoded.some((name) => JAPANESE_RUN.test(name));
  const fallback = japanese ? (raw: Buffer) => strictShiftJis.decode(raw) : decodeCp437;
  return (raw) => decodeUtf8(raw) ?? fallback(raw);
}

/** Two neighbours out of hiragana, katakana (full width), kanji and the marks between them. */
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
 * A decoded name as the rest of the house sees it: `/` between folders, no trailing `/`, no character that a database or
 * JSON refuses. Nothing else changes: two names that differed still differ, and `..` stays a name.
 */
export function cleanName(decoded: string): string {
  const slashed = decoded.replaceAll('\\', '/').replaceAll('\0', '\u{fffd}').toWellFormed();
  return slashed.endsWith('/') ? slashed.replace(/\/+$/u, '') : slashed;
}

/** Whether a name would leave its folder if someone took it for a path. */
export function isEscapingName(name: string): boolean {
  return name.startsWith('/') || /^[a-z]:/iu.test(name) || name.split('/').includes('..');
}
