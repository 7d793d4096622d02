import { t } from '@lingui/core/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { LazyCoverDialog } from '#entities/cover/lazy-cover-dialog.tsx';
import { chooseListCover } from '#entities/list/change-lists.ts';
import { LIST_WORDS, listCover, listFacts, type SharedList } from '#entities/list/shared-list.ts';
import { getCoverScope } from '#entities/cover/change-cover.ts';
import { useShareItem } from '#entities/share/use-share-item.tsx';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { useMay } from '#entities/user/use-may.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { Hero } from '#ui/layout/hero.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { DeleteListDialog } from './delete-list-dialog.tsx';
import css from './list-page.module.css';

const ListFormDialog = lazyComponent(async () => (await import('./list-form-dialog.tsx')).ListFormDialog);

export function useMayEdit(kind: SharedList['kind']): boolean {
  const series = useMay('SeriesWrite');
  const books = useMay('BooksWrite');
  return kind === 'collection' ? series : books;
}

interface ListHeadProps {
  readonly shared: SharedList;
  /** Shown before the menu. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function ListHead({ shared, actions, children }: ListHeadProps) {
  const { kind, list } = shared;
  const { name } = list;
  const navigate = useNavigate();
  const mayEdit = useMayEdit(kind);
  const [dialog, setDialog] = useState<'edit' | 'cover' | 'delete'>();
  const share = useShareItem(kind === 'readList' ? { kind, targetId: list.id, name } : undefined);
  const change = useUndoable(undefined, getCoverScope(list.id));
  const close = () => setDialog(undefined);
  const all = kind === 'collection' ? '/lists/collections' : '/lists/reading';
  const coverId = kind === 'collection' ? list.coverSeriesId : list.coverBookId;
  const several: MenuItem = {
    label: t`Use a collage as cover`,
    icon: 'grid',
    run: () => change.mutate(async () => chooseListCover(shared, null)),
  };
  const editing: readonly MenuItem[] = [
    { label: t`Edit`, icon: 'edit', run: () => setDialog('edit') },
    { label: t`Choose cover`, icon: 'image', run: () => setDialog('cover') },
    ...(coverId === null ? [] : [several]),
    { label: t`Delete`, icon: 'trash', tone: 'danger', apart: true, run: () => setDialog('delete') },
  ];
  const items = [...share.items, ...(mayEdit ? editing : [])];
  return (
    <>
      <Hero
        cover={listCover(shared)}
        above={<Link to={all}>{LIST_WORDS[kind].many}</Link>}
        title={list.name}
        facts={[listFacts(shared)]}
        actions={
          <>
            {actions}
            {items.length > 0 && <Menu label={t`Actions for ${name}`} items={items} />}
          </>
        }
      >
        {list.summary !== null && <p className={css['summary']}>{list.summary}</p>}
        {children}
      </Hero>
      {dialog === 'edit' && <ListFormDialog kind={kind} shared={shared} onClose={close} />}
      {dialog === 'cover' && <LazyCoverDialog owner={{ kind: 'list', id: list.id, shared }} onClose={close} />}
      {share.dialog}
      {dialog === 'delete' && (
        <DeleteListDialog shared={shared} onClose={close} onDeleted={() => void navigate({ to: all, replace: true })} />
      )}
    </>
  );
}
