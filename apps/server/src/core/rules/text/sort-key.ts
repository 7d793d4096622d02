const MARKS = /\p{M}+/gu;
const DIGITS = /\d+/g;
/** Longer runs of digits are serial numbers or hashes; beyond this length they sort as text. */
const MAX_DIGITS = 30;

/**
 * The key that lists order by, compared byte by byte on both databases: case and accents folded, every number prefixed by
 * its length so that `page 2` comes before `page 10`.
 * @param text a title or file name; empty gives an empty key
 */
export function sortKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(DIGITS, (digits) => {
      const bare = digits.replace(/^0+(?=\d)/, '');
      return bare.length > MAX_DIGITS ? digits : `${String.fromCodePoint(0x30 + bare.length)}${bare}`;
    })
    .trim();
}

/** The rows of kana by their first sign; each sign belongs to the last one that is not behind it. */
const KANA_ROWS = 'あかさたなはまやらわ';
/** Small signs stand before the large ones, so a row begins with its first small one. */
const ROW_STARTS = 'ぁかさたなはまゃらゎ';
/** What stands for the first consonants of hangul, in the order of their signs; doubled ones stand with the plain ones. */
const CONSONANTS = 'ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ';
const FIRST_CONSONANT = 0x11_00;
const KATAKANA_TO_HIRAGANA = 0x60;
/** Small forms that stand behind the large signs. */
const LATE_SMALL = new Map([
  ['ゕ', 'か'],
  ['ゖ', 'か'],
]);

function hiraganaOf(letter: string): string {
  return /[\u30a1-\u30f6]/.test(letter)
    ? String.fromCodePoint((letter.codePointAt(0) ?? 0) - KATAKANA_TO_HIRAGANA)
    : letter;
}

function kanaRow(letter: string): string {
  const sign = hiraganaOf(letter);
  const index = Array.from(ROW_STARTS).findLastIndex((start) => start <= (LATE_SMALL.get(sign) ?? sign));
  return KANA_ROWS[index] ?? letter;
}

/**
 * The group of a list by letter that a title belongs to: lower case without accents, kana by row, hangul by first consonant,
 * one for all Chinese characters. Digits and symbols are groups of their own.
 * @param title its first character is enough
 * @returns `#` for an empty title
 */
export function letterGroup(title: string): string {
  const [letter] = title.normalize('NFKD').toLowerCase();
  if (letter === undefined) return '#';
  if (/[\u3041-\u3096\u30a1-\u30f6]/.test(letter)) return kanaRow(letter);
  if (/\p{Script=Han}/u.test(letter)) return '漢';
  const consonant = CONSONANTS[(letter.codePointAt(0) ?? 0) - FIRST_CONSONANT];
  return consonant ?? letter;
}
