import { t } from '@lingui/core/macro';
import type { BookPlacement } from '@lectern/contract';

export type Decision = NonNullable<BookPlacement['series']>;

export type DecisionKind = 'series' | 'title' | 'number';

/** Strategy labels as in the library settings, by API name. */
const STRATEGIES: Readonly<Record<DecisionKind, Readonly<Record<string, string>>>> = {
  series: {
    series_volume: t`One folder is one series`,
    series_volume_chapter: t`Chapters in volume folders`,
    flat: t`Everything in one folder`,
    publisher_hierarchy: t`Publisher, then series`,
    calibre: t`A Calibre library`,
    custom: t`Own pattern`,
  },
  title: {
    filename: t`The file name`,
    metadata_first: t`The title that the book states`,
    smart: t`Whichever says more`,
    series_name: t`Series and number`,
    custom: t`Own pattern`,
  },
  number: {
    file_order: t`The order of the files`,
    metadata: t`The number that the book states`,
    filename: t`The number in the file name`,
    smart: t`Whichever there is`,
  },
};

const BY_FOLDER = t`In another folder it would be in another series. Its file name does not count for this.`;
const BY_NAME = t`Under another file name it would be elsewhere. Its folder does not count for this.`;

/** By rule: what the admin can change to get another result. */
const OTHERWISE: Readonly<Record<DecisionKind, Readonly<Record<string, string>>>> = {
  series: {
    folder: BY_FOLDER,
    'file-in-root': t`Inside a folder it would belong to the series of that folder.`,
    'file-without-series-folder': t`Inside a folder of its own series it would be in that series.`,
    'file-name-pattern': BY_NAME,
    'file-name-start': `${BY_NAME} The name of the series ends at the first number, bracket or “#”.`,
    'file-name': `${BY_NAME} A number, bracket or “#” in it would end the name of the series.`,
    'stated-series': t`If it stated another series, it would be there. Its folder counts only where nothing is stated.`,
    'no-stated-series': t`As soon as the book, or a file beside it, states a series, it goes there.`,
    'calibre-title': t`Where the library goes by them, a series that the book states would count first.`,
    'calibre-author': t`Under another author it would be in another series.`,
    'path-pattern': t`Where the pattern does not match, the folder is the series.`,
    'path-pattern-missed': t`If the pattern matched this path, it would name the series.`,
  },
  title: {
    'file-name': t`Renaming the file renames the book. A title stated inside does not count for this.`,
    'stated-title': t`Without it the file name would be the title.`,
    'no-stated-title': t`A title stated inside the file would count first.`,
    'generic-title': t`A stated title that says more than a number would count first.`,
    'series-and-number': t`With another series or another number it would be titled otherwise.`,
    'title-without-number': t`If it had a number, series and number would make the title.`,
    'title-pattern': t`A file name that the pattern does not match is titled in the way set for such names.`,
    'title-pattern-missed': t`If the pattern matched the file name, it would make the title.`,
    'locked-title': t`Without the lock the rule of the library would title it.`,
  },
  number: {
    'stated-number': t`Without it the rule of the library would look further, or leave the book without a number.`,
    'file-name-number': t`Under another file name it would have another number.`,
    'file-order': t`A file that comes before it in the folder would move it on by one.`,
    'no-number': t`As soon as there is one, the book has it.`,
    'locked-number': t`Without the lock the rule of the library would number it.`,
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
