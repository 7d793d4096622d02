const STARTS = [
  'Ka',
  'Mo',
  'Tre',
  'Vel',
  'Bra',
  'Sil',
  'Ner',
  'Quo',
  'Dra',
  'Lin',
  'Fos',
  'Hem',
  'Ja',
  'Ul',
  'Zan',
  'Pri',
];
const MIDDLES = ['ra', 'lo', 'min', 've', 'tor', 'sha', 'be', 'cu', 'gri', 'no', 'pel', 'sti', 'wa', 'xe', 'ya', 'do'];
const ENDS = ['n', 'ria', 'th', 'mos', 'del', 'kka', 's', 'vin', 'ra', 'lock', 'ne', 'stan', 'ium', 'o', 'wen', 'ty'];
const KANJI = '進撃巨人鬼滅刃錬金術師戦国物語東京喰種魔法少女海賊王者伝説闇光風林火山空花月夜星影龍虎';
const KANA = 'あかさたなはまやらわいきしちにひみりうくすつぬふむゆる';

function word(index: number): string {
  const [start, middle, end] = [STARTS, MIDDLES, ENDS].map((parts, at) => parts[(index >> (4 * at)) % parts.length]);
  return `${start ?? ''}${middle ?? ''}${end ?? ''}`;
}

function signs(index: number): string {
  const kanji = Array.from(KANJI);
  const kana = Array.from(KANA);
  const at = (list: readonly string[], step: number): string => list[(index * step + step) % list.length] ?? '';
  return `${at(kanji, 3)}${at(kanji, 7)}の${at(kanji, 11)}${at(kana, 5)}${at(kana, 13)}`;
}

/** Titles of 4,096 words and some signs, as varied as real ones; every eighth is Japanese. */
export function variedTitle(series: number): string {
  const first = (series * 2_654_435) % 4_096;
  const second = (series * 40_503 + 17) % 4_096;
  return series % 8 === 7 ? `${signs(series)} ${word(first)}` : `${word(first)} of ${word(second)}`;
}
