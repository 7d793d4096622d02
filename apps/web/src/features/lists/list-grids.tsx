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
  const [isAdding, setIsAdding] = useState(false);
  const add = () => setIsAdding(true);
  const { many } = LIST_WORDS[kind];
  const isEmpty = list.total === 0;
  return (
    <>
      {mayEdit && !isEmpty && (
        <div className={css['bar']}>
          <AddButton kind={kind} onAdd={add} />
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
            action={mayEdit ? <AddButton kind={kind} isFirst onAdd={add} /> : undefined}
          >
            {about}
          </EmptyState>
        }
      />
      {/* Beside both buttons: one takes the place of the other once the lists have loaded. */}
      {isAdding && <NewList kind={kind} onClose={() => setIsAdding(false)} />}
    </>
  );
}

interface AddButtonProps {
  readonly kind: ListKind;
  readonly isFirst?: boolean;
  readonly onAdd: () => void;
}

function AddButton({ kind, isFirst = false, onAdd }: AddButtonProps): ReactNode {
  return (
    <Button look={isFirst ? 'primary' : 'secondary'} icon="plus" onClick={onAdd}>
      {LIST_WORDS[kind].add}
    </Button>
  );
}

interface NewListProps {
  readonly kind: ListKind;
  readonly onClose: () => void;
}

function NewList({ kind, onClose }: NewListProps): ReactNode {
  const navigate = useNavigate();
  const open = ({ list }: SharedList) =>
    kind === 'collection'
      ? navigate({ to: '/list/collection/$collectionId', params: { collectionId: list.id } })
      : navigate({ to: '/list/reading/$readListId', params: { readListId: list.id } });
  return <ListFormDialog kind={kind} onClose={onClose} onMade={(made) => void open(made)} />;
}
