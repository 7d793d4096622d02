import { plural, t } from '@lingui/core/macro';
import type { SeriesGap } from '@lectern/contract';
import { formatNumber, joinList } from '#lib/format.ts';

/** "3", "5–6". */
function rangeWords({ from, to }: SeriesGap): string {
  return from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`;
}

/** Names what one ghost cover stands for. */
export function ghostWords(gap: SeriesGap): string {
  const range = rangeWords(gap);
  const count = gap.to - gap.from + 1;
  switch (gap.unit) {
    case 'volume':
      return plural(count, { one: `Volume ${range} is missing`, other: `Volumes ${range} are missing` });
    case 'chapter':
      return plural(count, { one: `Chapter ${range} is missing`, other: `Chapters ${range} are missing` });
    case 'number':
      return plural(count, { one: `No. ${range} is missing`, other: `No. ${range} are missing` });
  }
}

/** "3 volumes missing: 3, 5–6". One sentence for each unit. */
export function missingWords(gaps: readonly SeriesGap[]): readonly string[] {
  return (['volume', 'chapter', 'number'] as const).flatMap((unit) => {
    const some = gaps.filter((gap) => gap.unit === unit);
    const count = some.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    const ranges = joinList(some.map(rangeWords));
    if (count === 0) return [];
    if (unit === 'volume') {
      return [plural(count, { one: `# volume missing: ${ranges}`, other: `# volumes missing: ${ranges}` })];
    }
    if (unit === 'chapter') {
      return [plural(count, { one: `# chapter missing: ${ranges}`, other: `# chapters missing: ${ranges}` })];
    }
    return [plural(count, { one: `# number missing: ${ranges}`, other: `# numbers missing: ${ranges}` })];
  });
}

/** Heading of a volume. */
export function volumeWords(volume: number): string {
  const number = formatNumber(volume);
  return t`Volume ${number}`;
}
