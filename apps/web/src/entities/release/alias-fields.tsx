import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { useChangeAliases } from './change-tracking.ts';
import { aliasesQuery } from './queries.ts';
import css from './track-series.module.css';

/** Aliases under which releases find a series; each change is saved at once. */
export function AliasFields({ seriesId }: { readonly seriesId: string }) {
  const query = useQuery(aliasesQuery(seriesId));
  const [text, setText] = useState('');
  const { add, remove } = useChangeAliases(seriesId);
  const put = () => {
    const alias = text.trim();
    if (alias === '') return;
    // clears the field for the next name; a refused name returns unless a new one was typed
    setText('');
    add.mutateAsync(alias).catch(() => setText((now) => (now === '' ? alias : now)));
  };
  return (
    <section>
      <h3 className={css['title']}>{t`Aliases`}</h3>
      <p
        className={css['quiet']}
      >{t`Other names of the series in releases. Case, accents and punctuation do not matter.`}</p>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading aliases`} />}>
        {(aliases) => (
          <ul className={css['names']}>
            {aliases.map(({ id, alias }) => (
              <li key={id}>
                {alias}
                <IconButton icon="close" label={t`Remove ${alias}`} onClick={() => remove.mutate({ id, alias })} />
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <div className={css['add']}>
        <TextField
          label={t`New alias`}
          name="alias"
          value={text}
          onText={setText}
          maxLength={500}
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            put();
          }}
        />
        <Button icon="plus" onClick={put}>{t`Add`}</Button>
      </div>
    </section>
  );
}
