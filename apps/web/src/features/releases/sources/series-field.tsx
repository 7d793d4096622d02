import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import css from './sources-page.module.css';

interface Chosen {
  readonly id: string;
  readonly title: string;
}

interface SeriesFieldProps {
  readonly value: Chosen | undefined;
  readonly onValue: (series: Chosen | undefined) => void;
}

const FOUND = 6;

const seriesFoundQuery = (query: string) =>
  queryOptions({
    queryKey: ['searchSeries', { query, pageSize: FOUND }],
    queryFn: async ({ signal }) =>
      (await request('searchSeries', { query: { pageSize: FOUND }, body: { query }, signal })).data,
    enabled: query !== '',
  });

export function SeriesField({ value, onValue }: SeriesFieldProps) {
  const name = useId();
  const [text, setText] = useState('');
  const { data: found = [] } = useQuery({ ...seriesFoundQuery(text.trim()), placeholderData: keepPreviousData });
  if (value !== undefined) {
    return (
      <div className={css['chosen']}>
        <p>
          <span>{t`Series`}</span>
          <strong>{value.title}</strong>
        </p>
        <Button onClick={() => onValue(undefined)}>{t`Another one`}</Button>
      </div>
    );
  }
  const isAsked = text.trim() !== '';
  return (
    <>
      <TextField
        label={t`Series that it is about`}
        name="source-series"
        type="search"
        value={text}
        onText={setText}
        autoComplete="off"
        hint={t`Part of the title.`}
      />
      <p role="status" className="visually-hidden">
        {isAsked && t`${found.length} series found`}
      </p>
      {isAsked && found.length > 0 && (
        <fieldset className={css['found']}>
          <legend className="visually-hidden">{t`Series that were found`}</legend>
          {found.map(({ id, title, libraryName }) => (
            <label key={id}>
              <input type="radio" name={name} checked={false} onChange={() => onValue({ id, title })} />
              <span>
                {title} <small>{libraryName}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {isAsked && found.length === 0 && <p className={css['help']}>{t`No series is called that.`}</p>}
    </>
  );
}
