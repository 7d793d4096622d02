import { t } from '@lingui/core/macro';
import type { BookPlacement } from '@lectern/contract';

export type Decision = NonNullable<BookPlacement['series']>;

export type DecisionKind = 'series' | 'title' | 'number';

/** Strategy labels as in the library settings, by API name. */
const STRATEGIES: Readonly<Record<DecisionKind, Readonly<Record<string, string>>>> = {
  series: {
    series_volume: t`One folder per series`,
    series_volume_chapter: t`Chapters in volume folders`,
    flat: t`Everything in one folder`,
    publisher_hierarchy: t`Publisher, then series`,
    calibre: t`Calibre library`,
    custom: t`Custom pattern`,
  },
  title: {
    filename: t`File name`,
    metadata_first: t`Title in the metadata`,
    smart: t`Whichever says more`,
    series_name: t`Series and number`,
    custom: t`Custom pattern`,
  },
  number: {
    file_order: t`File order`,
    metadata: t`Number in the metadata`,
    filename: t`Number in the file name`,
    smart: t`First one found`,
  },
};

const BY_FOLDER = t`In another folder it would be in another series. Its file name does not matter.`;

/** By rule: what the admin can change to get another result. */
const OTHERWISE: Readonly<Record<DecisionKind, Readonly<Record<string, string>>>> = {
  series: {
    folder: BY_FOLDER,
    'file-in-root': t`Inside a folder it would be in the series of that folder.`,
    'file-without-series-folder': t`Inside a folder of its own series it would be in that series.`,
    'file-name-pattern': t`With another file name it could be in another series. Its folder does not matter.`,
    'file-name-start': t`With another file name it could be in another series. Its folder does not matter. The name of the series ends at the first number, bracket or “#”.`,
    'file-name': t`With another file name it could be in another series. Its folder does not matter. A number, bracket or “#” in it would end the name of the series.`,
    'stated-series': t`With another series in its metadata it would be there. Its folder counts only if the metadata has no series.`,
    'no-stated-series': t`Once its metadata, or a file beside it, has a series, it goes there.`,
    'calibre-title': t`A series in the metadata would count first if the library used it.`,
    'calibre-author': t`With another author it would be in another series.`,
    'path-pattern': t`If the pattern does not match, the folder is the series.`,
    'path-pattern-missed': t`If the pattern matched this path, it would set the series.`,
  },
  title: {
    'file-name': t`Renaming the file renames the book. A title in the metadata does not matter.`,
    'stated-title': t`Without it, the file name would be the title.`,
    'no-stated-title': t`A title in the metadata would count first.`,
    'generic-title': t`A title in the metadata that says more than a number would count first.`,
    'series-and-number': t`With another series or number it would have another title.`,
    'title-without-number': t`With a number, its title would be series and number.`,
    'title-pattern': t`The library has another rule for file names that the pattern does not match.`,
    'title-pattern-missed': t`If the pattern matched the file name, it would set the title.`,
    'locked-title': t`Without the lock, the library rule would set the title.`,
  },
  number: {
    'stated-number': t`Without it, the library rule would look further, or leave the book without a number.`,
    'file-name-number': t`With another file name it would have another number.`,
    'file-order': t`A new file before it in the folder would increase its number by one.`,
    'no-number': t`The book gets a number as soon as one is found.`,
    'locked-number': t`Without the lock, the library rule would set the number.`,
  },
};

/** The library setting behind a decision; undefined for one unknown to this version. */
export function strategyWords(kind: DecisionKind, { strategy }: Pick<Decision, 'strategy'>): string | undefined {
  return STRATEGIES[kind][strategy];
}

/** Hint for another result; undefined for a rule unknown to this version. */
export function otherwiseWords(kind: DecisionKind, { rule }: Pick<Decision, 'rule'>): string | undefined {
  return OTHERWISE[kind][rule];
}

/** Books that one rule placed in a series. */
export interface SharedReason {
  readonly decision: Decision;
  readonly bookCount: number;
}

/** Groups books by rule, most frequent first; skips books without a stored decision. */
export function sharedReasons(placements: readonly Pick<BookPlacement, 'series'>[]): readonly SharedReason[] {
  const reasons = new Map<string, SharedReason>();
  for (const { series } of placements) {
    if (series === null) continue;
    const key = `${series.strategy} ${series.rule}`;
    const known = reasons.get(key);
    reasons.set(key, { decision: known?.decision ?? series, bookCount: (known?.bookCount ?? 0) + 1 });
  }
  return [...reasons.values()].toSorted((a, b) => b.bookCount - a.bookCount);
}
