import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ListTile } from '#entities/list/list-tile.tsx';
import { collectionsQuery, LIST_PAGE, readListsQuery } from '#entities/list/queries.ts';
import { LIST_WORDS, type ListKind, type SharedList } from '#entities/list/shared-list.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { type EndlessList, useEndlessList } from '#lib/use-endless-list.ts';
import { Button } from '#ui/controls/button.tsx';
import { EndlessGrid } from '#ui/grids/endless-grid.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { useMayEdit } from './list-head.tsx';
import css from './list-page.module.css';

const ListFormDialog = lazyComponent(async () => (await import('./list-form-dialog.tsx')).ListFormDialog);

export function CollectionsPage() {
  const list = useEndlessList({ queryFor: collectionsQuery, pageSize: LIST_PAGE });
  return (
    <Lists
      kind="collection"
      list={list}
      share={(one) => ({ kind: 'collection', list: one })}
      about={t`A collection holds series that belong together, chosen by hand or by a rule.`}
    />
  );
}

export function ReadListsPage() {
  const list = useEndlessList({ queryFor: readListsQuery, pageSize: LIST_PAGE });
  return (
    <Lists
      kind="readList"
      list={list}
      share={(one) => ({ kind: 'readList', list: one })}
      about={t`A reading list holds books of any series in the order to read them.`}
    />
  );
}

interface ListsProps<List extends { readonly id: string }> {
  readonly kind: ListKind;
  readonly list: EndlessList<List>;
  readonly share: (list: List) => SharedList;
  readonly about: string;
}

function Lists<List extends { readonly id: string }>({ kind, list, share, about }: ListsProps<List>) {
  const mayEdit = useMayEdit(kind);
  const { many } = LIST_WORDS[kind];
  const isEmpty = list.total === 0;
  return (
    <>
      {mayEdit && !isEmpty && (
        <div className={css['bar']}>
          <NewList kind={kind} />
        </div>
      )}
      <EndlessGrid
        label={many}
        list={list}
        renderTile={(one, focusable) => <ListTile shared={share(one)} focusable={focusable} />}
        empty={
          <EmptyState
            icon="stack"
            title={kind === 'collection' ? t`No collections yet` : t`No reading lists yet`}
            action={mayEdit ? <NewList kind={kind} isFirst /> : undefined}
          >
            {about}
          </EmptyState>
        }
      />
    </>
  );
}

interface NewListProps {
  readonly kind: ListKind;
  readonly isFirst?: boolean;
}

function NewList({ kind, isFirst = false }: NewListProps): ReactNode {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const open = ({ list }: SharedList) =>
    kind === 'collection'
      ? navigate({ to: '/list/collection/$collectionId', params: { collectionId: list.id } })
      : navigate({ to: '/list/reading/$readListId', params: { readListId: list.id } });
  return (
    <>
      <Button look={isFirst ? 'primary' : 'secondary'} icon="plus" onClick={() => setIsOpen(true)}>
        {LIST_WORDS[kind].add}
      </Button>
      {isOpen && <ListFormDialog kind={kind} onClose={() => setIsOpen(false)} onMade={(made) => void open(made)} />}
    </>
  );
}
