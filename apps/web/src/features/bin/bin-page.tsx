import { t } from '@lingui/core/macro';
import { useMay } from '#entities/user/use-may.ts';
import { LibrarySelect } from '#entities/library/library-select.tsx';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { FilterBar } from '#ui/controls/filter-bar.tsx';
import { FilterSearch } from '#ui/controls/filter-search.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { BinnedBooks } from './binned-books.tsx';
import css from './bin-page.module.css';
import { BinnedSeriesList } from './binned-series.tsx';
import type { BinFilter, BinListProps } from './queries.ts';

const KINDS = [
  ['books', t`Books`],
  ['series', t`Series`],
] as const;

/** What users deleted: restore it, or remove for good what has no file. */
export function BinPage({ filter, onFilter }: BinListProps) {
  useDocumentTitle(t`Bin`);
  const [seesBooks, seesSeries] = [useMay('BooksDelete'), useMay('SeriesDelete')];
  const kind = filter.kind === 'series' && seesSeries ? 'series' : 'books';
  const choose = (choice: { readonly [Key in keyof BinFilter]?: BinFilter[Key] | undefined }) => {
    const next = { kind: filter.kind, library: filter.library, q: filter.q, ...choice };
    onFilter({
      ...(next.kind === undefined ? {} : { kind: next.kind }),
      ...(next.library === undefined ? {} : { library: next.library }),
      ...(next.q === undefined || next.q === '' ? {} : { q: next.q }),
    });
  };
  return (
    <>
      <p
        className={css['lead']}
      >{t`Deleted books are kept here, with the progress and ratings of every user. Their files stay in the library or in its trash.`}</p>
      {seesBooks && seesSeries && (
        <div className={css['kinds']}>
          <Segments
            legend={t`Show`}
            value={kind}
            options={KINDS}
            onValue={(chosen) => choose({ kind: chosen === 'series' ? 'series' : undefined })}
          />
        </div>
      )}
      <FilterBar label={t`Filter`}>
        <FilterSearch label={t`Title`} value={filter.q ?? ''} onSettled={(q) => choose({ q })} />
        <LibrarySelect value={filter.library} onValue={(library) => choose({ library })} />
      </FilterBar>
      {kind === 'series' ? (
        <BinnedSeriesList filter={filter} onFilter={onFilter} />
      ) : (
        <BinnedBooks filter={filter} onFilter={onFilter} />
      )}
    </>
  );
}
