import { plural, t } from '@lingui/core/macro';
import type { Book, SeriesGap, SeriesSection } from '@lectern/contract';
import { Fragment } from 'react';
import { bookListQuery, GRID_PAGE } from '#entities/book/queries.ts';
import type { BookList, ListCondition } from '#entities/condition/list-query.ts';
import { ghostWords, volumeWords } from './gap-words.ts';
import { useEndlessList } from '#lib/use-endless-list.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { BookGrid } from './book-grid.tsx';
import css from './series-books.module.css';

interface SeriesSectionsProps {
  readonly seriesId: string;
  readonly sections: readonly SeriesSection[];
  readonly gaps: readonly SeriesGap[];
}

/** Volumes that open to their chapters. The first that is not read is open; books of closed ones are not fetched. */
export function SeriesSections({ seriesId, sections, gaps }: SeriesSectionsProps) {
  const unread = sections.findIndex(({ bookCount, readCount }) => readCount < bookCount);
  return (
    <div className={css['sections']}>
      {[...sections.keys()].map((index) => (
        <Fragment key={index}>
          <AbsentVolumes gaps={gaps} section={index} />
          <Section
            seriesId={seriesId}
            section={sections[index]}
            gaps={findGapsIn(gaps, index)}
            isOpen={index === Math.max(0, unread)}
          />
        </Fragment>
      ))}
      <AbsentVolumes gaps={gaps} section={sections.length} />
    </div>
  );
}

function findGapsIn(gaps: readonly SeriesGap[], section: number): readonly SeriesGap[] {
  return gaps.filter((gap) => gap.unit !== 'volume' && gap.section === section);
}

/** Missing volumes before a section. */
function AbsentVolumes({ gaps, section }: { readonly gaps: readonly SeriesGap[]; readonly section: number }) {
  return gaps
    .filter((gap) => gap.unit === 'volume' && gap.section === section)
    .map((gap) => (
      <p key={gap.from} className={css['absent']}>
        {ghostWords(gap)}
      </p>
    ));
}

interface SectionProps {
  readonly seriesId: string;
  readonly section: SeriesSection | undefined;
  readonly gaps: readonly SeriesGap[];
  readonly isOpen: boolean;
}

function Section({ seriesId, section, gaps, isOpen }: SectionProps) {
  if (section === undefined) return null;
  const title = sectionTitle(section);
  return (
    <Disclosure title={title} summary={sectionWords(section)} open={isOpen} later>
      <SectionBooks label={title} seriesId={seriesId} section={section} gaps={gaps} />
    </Disclosure>
  );
}

function sectionTitle({ kind, volume }: SeriesSection): string {
  if (kind === 'specials') return t`Specials and others`;
  return volume === null ? t`Chapters without a volume` : volumeWords(volume);
}

/** "12 books · 5 read". */
function sectionWords({ bookCount, readCount }: SeriesSection): string {
  const books = plural(bookCount, { one: '# book', other: '# books' });
  if (readCount === 0) return books;
  const read = readCount === bookCount ? t`All read` : plural(readCount, { one: '# read', other: '# read' });
  return `${books} · ${read}`;
}

interface SectionBooksProps extends Omit<SectionProps, 'isOpen' | 'section'> {
  readonly label: string;
  readonly section: SeriesSection;
}

function SectionBooks({ label, seriesId, section, gaps }: SectionBooksProps) {
  const query: BookList = {
    target: 'books',
    sort: 'number,asc',
    condition: { allOf: [{ seriesId: { operator: 'is', value: seriesId } }, ...conditionsFor(section)] },
  };
  const list = useEndlessList({ queryFor: (page) => bookListQuery(query, page), pageSize: GRID_PAGE });
  return (
    <BookGrid
      label={label}
      list={list}
      gaps={gaps}
      query={query}
      seriesId={seriesId}
      isShown={(book) => isInSection(book, section)}
    />
  );
}

/** As `conditionsFor`, for a book at hand. */
function isInSection({ volume, chapter }: Book, section: SeriesSection): boolean {
  if (section.volume !== null || volume !== null) return volume === section.volume;
  return section.kind === 'specials' ? chapter === null : chapter !== null;
}

function conditionsFor({ kind, volume }: SeriesSection): ListCondition[] {
  if (volume !== null) return [{ volume: { operator: 'eq', value: volume } }];
  const operator = kind === 'specials' ? 'isNull' : 'isNotNull';
  return [{ volume: { operator: 'isNull' } }, { chapter: { operator } }];
}
