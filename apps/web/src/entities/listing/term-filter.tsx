import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListCondition, ListTarget } from '#entities/condition/list-query.ts';
import { listClauses, withClause, withoutClause } from '#entities/condition/parts.ts';
import { request } from '#lib/api.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { DropPanel } from '#ui/overlays/drop-panel.tsx';
import { PickList } from '#ui/controls/pick-list.tsx';
import css from './filter-row.module.css';

type Term = 'genre' | 'tag';

interface TermFilterProps {
  readonly term: Term;
  readonly target: ListTarget;
  readonly condition: ListCondition | undefined;
  readonly onCondition: (condition: ListCondition | undefined) => void;
  /** Of the list; undefined for all libraries. */
  readonly libraryId: string | undefined;
}

const WORDS = {
  genre: { label: t`Genre`, find: t`Find a genre`, none: t`No genres yet.`, unmatched: t`No genre matches.` },
  tag: { label: t`Tag`, find: t`Find a tag`, none: t`No tags yet.`, unmatched: t`No tag matches.` },
} as const;

/** Most terms listed at once; typing finds more. */
const OFFERED = 40;
const TYPED_MS = 150;

const termsQuery = (term: Term, search: string, libraryId: string | undefined) => {
  const name = term === 'genre' ? 'listGenres' : 'listTags';
  const query = { search, pageSize: OFFERED, libraryId };
  return queryOptions({
    queryKey: [name, query],
    queryFn: async ({ signal }) => (await request(name, { query, signal })).data,
  });
};

/** Genres or tags; items must have all of them. */
export function TermFilter(props: TermFilterProps) {
  const { term, target, condition } = props;
  const picked = listClauses(target, condition, term).filter(({ operator }) => operator === 'is');
  return (
    <DropPanel label={WORDS[term].label} chosen={picked.length}>
      {() => <Terms {...props} picked={picked.flatMap(({ texts }) => texts)} />}
    </DropPanel>
  );
}

function Terms({
  term,
  target,
  condition,
  onCondition,
  libraryId,
  picked,
}: TermFilterProps & { readonly picked: readonly string[] }) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), TYPED_MS);
  const { data: found } = useQuery({ ...termsQuery(term, search, libraryId), placeholderData: keepPreviousData });
  const names = found?.map(({ name }) => name) ?? [];
  const hidden = picked.filter((name) => !names.includes(name) && search === '');
  const options = [
    ...hidden.map((name) => ({ value: name, words: name })),
    ...(found ?? []).map(({ name, seriesCount }) => ({
      value: name,
      words: name,
      ...(seriesCount === null ? {} : { detail: plural(seriesCount, { one: '# series', other: '# series' }) }),
    })),
  ];
  const change = (wanted: readonly string[]) => {
    const added = wanted.find((name) => !picked.includes(name));
    const gone = picked.find((name) => !wanted.includes(name));
    if (added !== undefined) onCondition(withClause(target, condition, isTerm(term, added)));
    if (gone !== undefined) onCondition(withoutClause(target, condition, isTerm(term, gone)));
  };
  return (
    <>
      <input
        dir="auto"
        type="search"
        aria-label={WORDS[term].find}
        placeholder={WORDS[term].find}
        autoComplete="off"
        className={css['find']}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found !== undefined && options.length === 0 && (
        <p className={css['none']}>{search === '' ? WORDS[term].none : WORDS[term].unmatched}</p>
      )}
      <PickList label={WORDS[term].label} options={options} picked={picked} onPicked={change} />
    </>
  );
}

function isTerm(field: Term, name: string) {
  return { field, operator: 'is', texts: [name] } as const;
}
