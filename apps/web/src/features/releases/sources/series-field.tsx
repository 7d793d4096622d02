import { plural, t } from '@lingui/core/macro';
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
          <span>{t({ message: 'Series', context: 'one' })}</span>
          <strong>{value.title}</strong>
        </p>
        <Button onClick={() => onValue(undefined)}>{t`Change series`}</Button>
      </div>
    );
  }
  const count = found.length;
  const isAsked = text.trim() !== '';
  return (
    <>
      <TextField
        label={t({ message: 'Series', context: 'one' })}
        name="source-series"
        type="search"
        value={text}
        onText={setText}
        autoComplete="off"
        hint={t`Enter part of the title.`}
      />
      <p role="status" className="visually-hidden">
        {isAsked && plural(count, { one: '# series found', other: '# series found' })}
      </p>
      {isAsked && count > 0 && (
        <fieldset className={css['found']}>
          <legend className="visually-hidden">{t`Series found`}</legend>
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
      {isAsked && count === 0 && <p className={css['help']}>{t`No series found.`}</p>}
    </>
  );
}
