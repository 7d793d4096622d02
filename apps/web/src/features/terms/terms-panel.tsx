import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { request } from '#lib/api.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { type Term, type TermKind, useChangeTerms } from './change-terms.ts';
import { type TermAction, TermDialog } from './term-dialog.tsx';
import css from './terms.module.css';

const PAGE = 50;

interface PanelWords {
  readonly all: string;
  readonly find: string;
  readonly tidy: string;
  readonly pages: string;
  readonly loading: string;
  readonly none: string;
  readonly noneFound: (search: string) => string;
  readonly total: (count: number) => string;
}

const WORDS: Readonly<Record<TermKind, PanelWords>> = {
  genre: {
    all: t`Genres`,
    find: t`Find genre`,
    tidy: t`Delete unused genres`,
    pages: t`Pages of genres`,
    loading: t`Loading genres`,
    none: t`No genres yet`,
    noneFound: (search) => t`No genre matches “${search}”`,
    total: (count) => plural(count, { one: '# genre', other: '# genres' }),
  },
  tag: {
    all: t`Tags`,
    find: t`Find tag`,
    tidy: t`Delete unused tags`,
    pages: t`Pages of tags`,
    loading: t`Loading tags`,
    none: t`No tags yet`,
    noneFound: (search) => t`No tag matches “${search}”`,
    total: (count) => plural(count, { one: '# tag', other: '# tags' }),
  },
};

const termListQuery = (kind: TermKind, search: string, page: number) => {
  const name = kind === 'genre' ? 'listGenres' : 'listTags';
  return queryOptions({
    queryKey: [name, { search, page }],
    queryFn: async ({ signal }) => request(name, { query: { search, page, pageSize: PAGE }, signal }),
  });
};

/** All genres or tags with their number of series, and their actions. */
export function TermsPanel({ kind }: { readonly kind: TermKind }) {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<{ readonly term: Term; readonly deed: TermAction }>();
  const search = useDeferredValue(text.trim());
  const query = useQuery({ ...termListQuery(kind, search, page), placeholderData: keepPreviousData });
  const change = useChangeTerms(kind, () => setOpen(undefined));
  const words = WORDS[kind];
  return (
    <>
      <div className={css['tools']}>
        <TextField
          label={words.find}
          type="search"
          value={text}
          onText={(next) => {
            setText(next);
            setPage(1);
          }}
        />
        <Button icon="trash" busy={change.isBusy} onClick={change.tidy}>
          {words.tidy}
        </Button>
      </div>
      <QueryBoundary query={query} loading={<TermsSkeleton words={words} />}>
        {({ data, total, totalPages }) => (
          <>
            <p role="status" className={css['total']}>
              {words.total(total)}
            </p>
            {total === 0 ? (
              <NoTerms words={words} search={search} />
            ) : (
              <ul className={css['terms']} aria-label={words.all}>
                {data.map((term) => (
                  <TermRow key={term.id} term={term} onDeed={(deed) => setOpen({ term, deed })} />
                ))}
              </ul>
            )}
            <Pager label={words.pages} page={page} totalPages={totalPages} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
      {open !== undefined && <TermDialog kind={kind} {...open} change={change} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface TermRowProps {
  readonly term: Term;
  readonly onDeed: (deed: TermAction) => void;
}

function TermRow({ term: { name, seriesCount }, onDeed }: TermRowProps) {
  return (
    <li>
      <span className={css['name']}>{name}</span>
      <span className={css['count']}>{plural(seriesCount ?? 0, { one: '# series', other: '# series' })}</span>
      <Menu
        label={t`Actions for ${name}`}
        items={[
          { label: t`Rename`, icon: 'edit', run: () => onDeed('rename') },
          { label: t`Merge into another`, icon: 'forward', run: () => onDeed('merge') },
          { label: t`Delete`, icon: 'trash', tone: 'danger', run: () => onDeed('delete') },
        ]}
      />
    </li>
  );
}

function NoTerms({ words, search }: { readonly words: PanelWords; readonly search: string }) {
  if (search !== '') return <EmptyState icon="search" title={words.noneFound(search)} />;
  return (
    <EmptyState
      icon="list"
      title={words.none}
    >{t`They come from the files of your books and from your edits of books and series.`}</EmptyState>
  );
}

function TermsSkeleton({ words }: { readonly words: PanelWords }) {
  return (
    <Loading label={words.loading}>
      <Skeleton shape="line" width={30} />
      <Skeleton shape="line" width={24} />
      <Skeleton shape="line" width={36} />
    </Loading>
  );
}
