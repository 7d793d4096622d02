import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allSeriesBooksQuery } from '#entities/book/queries.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { AddCover } from './add-cover.tsx';
import { BookPicker } from './book-picker.tsx';
import { useChangeCover } from './change-cover.ts';
import { type CoverChange, listAfter } from './cover-choice.ts';
import css from './cover-dialog.module.css';
import { CoverChoices } from './cover-choices.tsx';
import { type CoverOwner, getOwnerTitle } from './cover-owner.ts';
import { choiceWords, coverProblem } from './cover-words.ts';
import { PagePicker } from './page-picker.tsx';
import { type CoverList, coversQuery } from './queries.ts';
import { RemoveCover } from './remove-cover.tsx';
import { usePictureDrop } from './use-picture-drop.ts';

interface CoverDialogProps {
  readonly owner: CoverOwner;
  readonly onClose: () => void;
}

type View = 'covers' | 'pages' | 'books';

const TITLES: Readonly<Record<View, string>> = {
  covers: t`Choose cover`,
  pages: t`Choose a page as cover`,
  books: t`Choose the cover of a book`,
};

/** Lists all covers of an owner and adds new ones. A choice is stored at once. */
export function CoverDialog({ owner, onClose }: CoverDialogProps) {
  const [view, setView] = useState<View>('covers');
  const [removing, setRemoving] = useState<string>();
  const query = useQuery(coversQuery(owner));
  const change = useChangeCover(owner);
  const show = (next: View) => {
    change.forgetProblem();
    setView(next);
  };
  const apply = (next: CoverChange) => {
    setView('covers');
    change.apply(next);
  };
  const drop = usePictureDrop((file) => apply({ how: 'file', file }));
  const list = query.data === undefined ? undefined : listAfter(query.data, change.waiting);
  const removed = list?.covers.find(({ id }) => id === removing);
  return (
    <Dialog title={TITLES[view]} open onClose={onClose} wide>
      <div className={css['body']} data-dropping={drop.isOver} {...drop.handlers}>
        <p className={css['of']}>{getOwnerTitle(owner)}</p>
        <QueryBoundary query={query} loading={<CoverSkeletons />}>
          {(stored) => (
            <Parts
              owner={owner}
              list={list ?? stored}
              change={change}
              view={view}
              onApply={apply}
              onView={show}
              onRemove={setRemoving}
            />
          )}
        </QueryBoundary>
      </div>
      {removed !== undefined && (
        <RemoveCover
          owner={owner}
          cover={removed}
          onRemove={() => apply({ how: 'remove', coverId: removed.id })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Dialog>
  );
}

type Change = ReturnType<typeof useChangeCover>;

interface PartProps {
  readonly owner: CoverOwner;
  readonly list: CoverList;
  readonly change: Change;
}

function Parts({ view, ...parts }: CoversProps & { readonly view: View }) {
  return (
    <>
      <State {...parts} isQuiet={view !== 'covers'} />
      {view === 'covers' ? <Covers {...parts} /> : <Picker {...parts} />}
    </>
  );
}

/** The chosen cover, pending changes and errors, with a live region. */
function State({ owner, list, change, isQuiet }: PartProps & { readonly isQuiet: boolean }) {
  const sending = change.waiting.some(({ how }) => how === 'file');
  return (
    <>
      <p role="status" className={isQuiet ? 'visually-hidden' : css['state']}>
        {sending ? t`Uploading the picture…` : choiceWords(owner.kind, list)}
      </p>
      <div role="alert" className={css['problem']}>
        {change.problem !== undefined && <Note tone="danger">{coverProblem(change.problem)}</Note>}
      </div>
    </>
  );
}

interface CoversProps extends PartProps {
  readonly onApply: (change: CoverChange) => void;
  readonly onView: (view: View) => void;
  readonly onRemove: (coverId: string) => void;
}

function Covers({ owner, list, change, onApply, onView, onRemove }: CoversProps) {
  const { data: books } = useQuery({ ...allSeriesBooksQuery(owner.id), enabled: owner.kind === 'series' });
  return (
    <>
      <CoverChoices
        owner={owner}
        covers={list.covers}
        books={books?.data ?? []}
        waiting={change.waiting}
        onApply={onApply}
        onRemove={onRemove}
      />
      <AddCover
        owner={owner}
        sending={change.waiting.some(({ how }) => how === 'file')}
        onFile={(file) => onApply({ how: 'file', file })}
        onPick={() => onView(owner.kind === 'book' ? 'pages' : 'books')}
      />
    </>
  );
}

function Picker({ owner, list, onApply, onView }: Omit<CoversProps, 'change' | 'onRemove'>) {
  return (
    <>
      <div>
        <Button icon="back" onClick={() => onView('covers')}>{t`All covers`}</Button>
      </div>
      {owner.kind === 'book' && (
        <PagePicker book={owner.book} covers={list.covers} onPick={(page) => onApply({ how: 'page', page })} />
      )}
      {owner.kind === 'series' && (
        <BookPicker seriesId={owner.id} covers={list.covers} onPick={(bookId) => onApply({ how: 'book', bookId })} />
      )}
    </>
  );
}

function CoverSkeletons() {
  return (
    <Loading label={t`Loading covers`}>
      <div className={css['skeletons']}>
        <Skeleton shape="cover" />
        <Skeleton shape="cover" />
        <Skeleton shape="cover" />
      </div>
    </Loading>
  );
}
