import { plural, t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { connectionStore } from '#lib/connection.ts';
import { formatNumber } from '#lib/format.ts';
import { useStore } from '#lib/store.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { countKeptBySeries } from './kept.ts';
import type { KeptMarkProps } from './kept-mark.tsx';
import css from './kept-mark.module.css';
import { type Kept, keptStore } from './kept-store.ts';

/** A book or the books of a series that this device keeps; while the server is away, also that it keeps none. */
export function DrawnKeptMark(props: KeptMarkProps) {
  const { away } = useStore(connectionStore);
  // A number: other changes of the store draw nothing again.
  const count = useSyncExternalStore(keptStore.watch, () => countKept(props));
  if (count === undefined || (count === 0 && !away)) return null;
  const place = classNames(css['mark'], props.isSmall === true && css['small'], count === 0 && css['absent']);
  const size = props.isSmall === true ? 12 : 14;
  return (
    <span className={place} role="img" aria-label={sayKept(count, props)}>
      <Icon name={count === 0 ? 'cloud' : 'download'} size={size} />
      {props.seriesId !== undefined && count > 0 && formatNumber(count)}
    </span>
  );
}

function sayKept(count: number, { seriesId }: KeptMarkProps): string {
  if (count === 0) return t`Not on this device`;
  if (seriesId === undefined) return t`Kept on this device`;
  return plural(count, { one: '# book kept on this device', other: '# books kept on this device' });
}

let counted: { readonly books: Kept['books']; readonly bySeries: ReadonlyMap<string, number> } | undefined;

function countKept({ bookId = '', seriesId }: KeptMarkProps): number | undefined {
  const kept = keptStore.get();
  if (kept === undefined) return undefined;
  if (seriesId === undefined) return kept.books.get(bookId)?.state === 'kept' ? 1 : 0;
  const { books } = kept;
  if (counted?.books !== books) counted = { books, bySeries: countKeptBySeries(books.values()) };
  return counted.bySeries.get(seriesId) ?? 0;
}
