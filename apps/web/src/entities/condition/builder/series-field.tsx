import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { seriesQuery } from '#entities/series/queries.ts';
import { request } from '#lib/api.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { Combobox } from '#ui/controls/combobox.tsx';
import css from './condition-builder.module.css';

interface SeriesFieldProps {
  /** '' is a line without a choice. */
  readonly ids: readonly string[];
  readonly many: boolean;
  readonly onIds: (ids: readonly string[]) => void;
}

const SHOWN = 8;
const TYPED_MS = 150;

const foundSeriesQuery = (text: string) =>
  queryOptions({
    queryKey: ['searchSeries', { text }],
    queryFn: async ({ signal }) =>
      (await request('searchSeries', { query: { pageSize: SHOWN }, body: { query: text }, signal })).data,
  });

/** Chooses series by part of their name. */
export function SeriesField({ ids, many, onIds }: SeriesFieldProps) {
  const [text, setText] = useState('');
  const typed = useDebounced(text.trim(), TYPED_MS);
  const { data: found = [] } = useQuery({ ...foundSeriesQuery(typed), placeholderData: keepPreviousData });
  const chosen = ids.filter((id) => id !== '');
  const named = useQueries({ queries: chosen.map((id) => seriesQuery(id)) });
  const pick = (id: string) => {
    setText('');
    onIds(many ? [...new Set([...chosen, id])] : [id]);
  };
  return (
    <div className={css['series']}>
      {chosen.length > 0 && (
        <ul className={css['chosen']}>
          {chosen.map((id, index) => {
            const title = named[index]?.data?.title ?? (named[index]?.isError === true ? t`No longer exists` : '…');
            return (
              <li key={id}>
                {title}
                <IconButton
                  icon="close"
                  label={t`Remove ${title}`}
                  onClick={() => onIds(many ? chosen.filter((one) => one !== id) : [''])}
                />
              </li>
            );
          })}
        </ul>
      )}
      {(many || chosen.length === 0) && (
        <Combobox
          label={t({ message: 'Series', context: 'one' })}
          placeholder={t`Part of the title`}
          text={text}
          onText={setText}
          suggestions={found.map(({ id, title, libraryName }) => ({ value: id, words: title, detail: libraryName }))}
          onPick={({ value }) => pick(value)}
        />
      )}
    </div>
  );
}
