/** A piece of text; marked or not. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

const WORD = /[\p{L}\p{N}]/u;
const SPACED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/**
 * Splits a text at the matches of a query. Matches start at word boundaries, except in scripts without spaces; case and
 * accents are ignored.
 */
export function highlight(text: string, query: string): readonly Piece[] {
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const signs = Array.from(text);
  const marked = signs.map(() => false);
  const { folded, origins } = foldSigns(signs);
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      if (!beginsWord(folded, at)) continue;
      for (let step = 0; step < word.length; step += 1) marked[origins[at + step] ?? 0] = true;
    }
  }
  return joined(signs, marked);
}

/** The folded text, and for each UTF-16 unit the index of its original character. */
function foldSigns(signs: readonly string[]): { readonly folded: string; readonly origins: readonly number[] } {
  const origins: number[] = [];
  let folded = '';
  for (const [index, sign] of signs.entries()) {
    const part = fold(sign);
    folded += part;
    for (let step = 0; step < part.length; step += 1) origins.push(index);
  }
  return { folded, origins };
}

function beginsWord(text: string, at: number): boolean {
  if (!SPACED.test(text.charAt(at))) return true;
  return at === 0 || !WORD.test(text.charAt(at - 1));
}

function joined(signs: readonly string[], marked: readonly boolean[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const [index, sign] of signs.entries()) {
    const isMatch = marked[index] === true;
    const last = pieces.at(-1);
    if (last?.isMatch === isMatch) pieces[pieces.length - 1] = { text: last.text + sign, isMatch };
    else pieces.push({ text: sign, isMatch });
  }
  return pieces;
}
