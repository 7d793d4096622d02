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
