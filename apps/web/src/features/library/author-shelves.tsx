import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { AuthorShelf } from '@lectern/contract';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { BookTile } from '#entities/book/book-tile.tsx';
import { bookCountQuery } from '#entities/book/queries.ts';
import { writeAddress } from '#entities/condition/address.ts';
import { creditLink } from '#entities/credit/credit-kinds.ts';
import { authorGroupsQuery, authorShelvesQuery, SHELVES_PAGE } from '#entities/credit/queries.ts';
import { LazyKeptList } from '#entities/kept/lazy-kept.tsx';
import { LetterButton, LetterRail } from '#entities/listing/letter-rail.tsx';
import { buildLetters, type Letter } from '#entities/listing/letters.ts';
import { isAway } from '#lib/api.ts';
import { describeProblem } from '#lib/problem.ts';
import { type EndlessList, useEndlessList } from '#lib/use-endless-list.ts';
import { MissingPart } from '#ui/feedback/missing-part.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/notice.tsx';
import { TileSkeletons } from '#ui/feedback/tile-skeleton.tsx';
import { TileRow } from '#ui/pictures/tile-row.tsx';
import css from './author-shelves.module.css';

/** The books of a library under the names of their authors. */
export function AuthorShelves({ libraryId }: { readonly libraryId: string }) {
  const list = useEndlessList({ queryFor: (page) => authorShelvesQuery(libraryId, page), pageSize: SHELVES_PAGE });
  if (list.error !== null && list.total === undefined) {
    const problem = describeProblem(list.error);
    const failure = <ErrorState {...problem} onRetry={problem.retry ? list.retry : undefined} />;
    if (!isAway(list.error)) return failure;
    return <LazyKeptList query={{ target: 'books', libraryId }}>{failure}</LazyKeptList>;
  }
  if (list.total === undefined) return <TileSkeletons label={t`Loading the authors`} />;
  return (
    <>
      {list.total === 0 ? <NoAuthors /> : <Shelves libraryId={libraryId} list={list} total={list.total} />}
      <MissingPart error={list.error} onRetry={list.retry} />
      <NamelessBooks libraryId={libraryId} />
    </>
  );
}

/** Height before a shelf is measured, in CSS pixels. */
const SHELF_HEIGHT = 400;
/** Height of the sticky header, in CSS pixels. */
const HEADER = 72;
/** Shorter lists need no jump letters. */
const MANY = 12;

interface ShelvesProps {
  readonly libraryId: string;
  readonly list: EndlessList<AuthorShelf>;
  readonly total: number;
}

function Shelves({ libraryId, list, total }: ShelvesProps) {
  const letters = useLetters(libraryId, total);
  const frame = useRef<HTMLDivElement>(null);
  const offset = useOffset(frame);
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => SHELF_HEIGHT,
    overscan: 2,
    scrollMargin: offset,
    scrollPaddingStart: HEADER,
  });
  const visible = virtualizer.getVirtualItems();
  const { onRange } = list;
  const [from, to] = [visible[0]?.index ?? 0, (visible.at(-1)?.index ?? 0) + 1];
  useEffect(() => onRange(from, to), [onRange, from, to]);
  const jump = ({ index }: Letter) => virtualizer.scrollToIndex(index, { align: 'start' });
  return (
    <>
      {letters.length > 0 && (
        <div className={css['narrow']}>
          <LetterButton letters={letters} onLetter={jump} />
        </div>
      )}
      <div className={css['body']}>
        <div ref={frame} className={css['shelves']} style={{ blockSize: virtualizer.getTotalSize() }}>
          {visible.map(({ index, start }) => (
            <div
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              className={css['shelf']}
              style={{ translate: `0 ${start - offset}px` }}
            >
              <Shelf shelf={list.itemAt(index)} />
            </div>
          ))}
        </div>
        {letters.length > 0 && (
          <div className={css['wide']}>
            <LetterRail letters={letters} onLetter={jump} />
          </div>
        )}
      </div>
    </>
  );
}

function Shelf({ shelf }: { readonly shelf: AuthorShelf | undefined }) {
  if (shelf === undefined) return <TileSkeletons label={t`Loading the authors`} />;
  const { name, books, bookCount } = shelf;
  return (
    <TileRow
      title={name}
      heading={
        <Link {...creditLink('person', name)} className={css['author']}>
          <bdi>{name}</bdi>
          <span className={css['count']}>{plural(bookCount, { one: '# book', other: '# books' })}</span>
        </Link>
      }
      items={books}
      renderItem={(book, focusable) => <BookTile book={book} focusable={focusable} />}
    />
  );
}

/** Books that name no author lie on no shelf. */
function NamelessBooks({ libraryId }: { readonly libraryId: string }) {
  const condition = { author: { operator: 'isNull' } } as const;
  const { data: count = 0 } = useQuery(bookCountQuery({ target: 'books', libraryId, condition }));
  const c = writeAddress('books', condition);
  if (count === 0) return null;
  return (
    <p className={css['nameless']}>
      <Link to="/library/$libraryId/books" params={{ libraryId }} search={c === undefined ? {} : { c }}>
        {plural(count, { one: '# book without an author', other: '# books without an author' })}
      </Link>
    </p>
  );
}

function NoAuthors() {
  return (
    <EmptyState icon="user" title={t`No authors`}>
      {t`No book of this library names an author. Authors come from the metadata of books.`}
    </EmptyState>
  );
}

function useLetters(libraryId: string, total: number): readonly Letter[] {
  const { data: groups } = useQuery({ ...authorGroupsQuery(libraryId), enabled: total >= MANY });
  return useMemo(() => (total < MANY ? [] : buildLetters(groups ?? [])), [groups, total]);
}

/** Distance of an element from the top of the page, in CSS pixels. */
function useOffset(frame: { readonly current: HTMLElement | null }): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (frame.current !== null) setOffset(frame.current.getBoundingClientRect().top + scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [frame]);
  return offset;
}
