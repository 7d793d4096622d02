import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SharingTag } from '@lectern/contract';
import { useDeferredValue, useState } from 'react';
import { sharingTagsQuery } from '#entities/sharing/queries.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { DeleteSharingTag, SharingTagForm } from './sharing-tag-dialogs.tsx';
import css from './terms.module.css';

type Opened = { readonly deed: 'add' } | { readonly deed: 'edit' | 'delete'; readonly tag: SharingTag };

/** Sharing tags, which control who sees which series. */
export function SharingTagsPanel() {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Opened>();
  const search = useDeferredValue(text.trim());
  const query = useQuery({ ...sharingTagsQuery(search, page), placeholderData: keepPreviousData });
  const close = () => setOpen(undefined);
  return (
    <>
      <p
        className={css['about']}
      >{t`Add tags to series when you edit them, and choose under Accounts who can see these series. Books follow their series.`}</p>
      <div className={css['tools']}>
        <TextField
          label={t`Find sharing tag`}
          type="search"
          value={text}
          onText={(next) => {
            setText(next);
            setPage(1);
          }}
        />
        <Button icon="plus" onClick={() => setOpen({ deed: 'add' })}>{t`Add sharing tag`}</Button>
      </div>
      <QueryBoundary query={query} loading={<TagsSkeleton />}>
        {({ data, total, totalPages }) => (
          <>
            <p role="status" className={css['total']}>
              {plural(total, { one: '# sharing tag', other: '# sharing tags' })}
            </p>
            {total === 0 ? (
              <NoTags search={search} />
            ) : (
              <ul className={css['terms']} aria-label={t`Sharing tags`}>
                {data.map((tag) => (
                  <TagRow key={tag.id} tag={tag} onDeed={(deed) => setOpen({ deed, tag })} />
                ))}
              </ul>
            )}
            <Pager label={t`Pages of sharing tags`} page={page} totalPages={totalPages} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
      {open?.deed === 'add' && <SharingTagForm onClose={close} />}
      {open?.deed === 'edit' && <SharingTagForm tag={open.tag} onClose={close} />}
      {open?.deed === 'delete' && <DeleteSharingTag tag={open.tag} onClose={close} />}
    </>
  );
}

interface TagRowProps {
  readonly tag: SharingTag;
  readonly onDeed: (deed: 'edit' | 'delete') => void;
}

function TagRow({ tag: { name, description, seriesCount, userCount }, onDeed }: TagRowProps) {
  const facts = [
    plural(seriesCount, { one: '# series', other: '# series' }),
    ...(userCount === 0 ? [] : [plural(userCount, { one: 'Rule for # account', other: 'Rules for # accounts' })]),
  ];
  return (
    <li>
      <span className={css['name']}>
        {name}
        {description !== null && <span className={css['description']}>{description}</span>}
        <span className={css['description']}>{facts.join(' · ')}</span>
      </span>
      <Menu
        label={t`Actions for ${name}`}
        items={[
          { label: t`Edit`, icon: 'edit', run: () => onDeed('edit') },
          { label: t`Delete`, icon: 'trash', tone: 'danger', run: () => onDeed('delete') },
        ]}
      />
    </li>
  );
}

function NoTags({ search }: { readonly search: string }) {
  if (search !== '') return <EmptyState icon="search" title={t`No sharing tag matches “${search}”`} />;
  return (
    <EmptyState
      icon="list"
      title={t`No sharing tags yet`}
    >{t`A tag such as “Adults” can hide its series from the accounts you choose. A tag such as “Kids” can limit an account to its series.`}</EmptyState>
  );
}

function TagsSkeleton() {
  return (
    <Loading label={t`Loading sharing tags`}>
      <Skeleton shape="line" width={30} />
      <Skeleton shape="line" width={24} />
    </Loading>
  );
}
