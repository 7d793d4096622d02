const MARKS = /\p{M}+/gu;
const DIGITS = /\d+/g;
/** Longer runs of digits are serial numbers or hashes, and sort as text. */
const MAX_DIGITS = 30;

/**
 * The sort key of a title or file name, compared by bytes on both databases. Case and accents are folded, and each number has
 * its length as a prefix, so that `page 2` sorts before `page 10`.
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

/** Rows of kana; a sign belongs to the last row start that is not after it. */
const KANA_ROWS = 'あかさたなはまやらわ';
/** First signs of the rows: a small sign precedes its large one. */
const ROW_STARTS = 'ぁかさたなはまゃらゎ';
/** Initial consonants of hangul in the order of their signs; doubled ones map to plain ones. */
const CONSONANTS = 'ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ';
const FIRST_CONSONANT = 0x11_00;
const KATAKANA_TO_HIRAGANA = 0x60;
/** Small signs at the end of the block. */
const LATE_SMALL = new Map([
  ['ゕ', 'か'],
  ['ゖ', 'か'],
]);

function toHiragana(letter: string): string {
  return /[\u30a1-\u30f6]/.test(letter)
    ? String.fromCodePoint((letter.codePointAt(0) ?? 0) - KATAKANA_TO_HIRAGANA)
    : letter;
}

function kanaRow(letter: string): string {
  const sign = toHiragana(letter);
  const index = Array.from(ROW_STARTS).findLastIndex((start) => start <= (LATE_SMALL.get(sign) ?? sign));
  return KANA_ROWS[index] ?? letter;
}

/**
 * The letter group of a title: lower case without accents, kana by row, hangul by initial consonant, one group for all Chinese
 * characters. Digits and symbols are groups of their own.
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
