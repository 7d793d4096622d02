import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Known } from '#entities/metadata/draft.ts';
import { LazyHistoryDialog } from '#entities/metadata/history/lazy-history-dialog.tsx';
import { MetadataForm } from '#entities/metadata/metadata-form.tsx';
import { knownQuery } from '#entities/metadata/queries.ts';
import type { Owner } from '#entities/metadata/save.ts';
import type { Onward } from '#entities/metadata/save-bar.tsx';
import { useEditor } from '#entities/metadata/use-editor.ts';
import { useMayEditMetadata } from '#entities/user/use-may.ts';
import { describeProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { ErrorState } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { UnsavedGuard } from '#ui/feedback/unsaved-guard.tsx';

interface EditFrameProps {
  readonly owner: Owner;
  /** Breadcrumb: the series of a book, the library of a series. */
  readonly above: ReactNode;
  /** Links to neighbouring books. */
  readonly ways?: ReactNode;
  readonly onward?: Onward | undefined;
  /** Controls above the form that save by themselves. */
  readonly apart?: ReactNode;
}

/** Metadata editor of a book or series; needs the permission to edit. */
export function EditFrame({ owner, above, ways, onward, apart }: EditFrameProps) {
  const edits = useMayEditMetadata(owner.kind);
  const { title } = owner;
  const [showsHistory, setShowsHistory] = useState(false);
  if (!edits) {
    const text = t`Your account lacks the permission to edit metadata. Ask an admin for it.`;
    return <ErrorState level={1} title={t`You do not have access to this`} text={text} />;
  }
  return (
    <Page
      above={above}
      title={
        <Trans>
          <span className="visually-hidden">Edit </span>
          {title}
        </Trans>
      }
      below={t`Edited fields are locked, so that scans leave them as they are. The files do not change.`}
      actions={
        <>
          {ways}
          <Button icon="history" onClick={() => setShowsHistory(true)}>{t`History`}</Button>
        </>
      }
    >
      {apart}
      <Form key={owner.id} owner={owner} onward={onward} />
      {showsHistory && <LazyHistoryDialog owner={owner} onClose={() => setShowsHistory(false)} />}
    </Page>
  );
}

interface FormProps {
  readonly owner: Owner;
  readonly onward: Onward | undefined;
}

function Form({ owner, onward }: FormProps) {
  const { data, error, refetch } = useQuery(knownQuery(owner.kind, owner.id));
  if (data !== undefined) return <Loaded owner={owner} known={data} onward={onward} />;
  if (error === null) return <FormSkeleton />;
  const problem = describeProblem(error);
  return <ErrorState {...problem} onRetry={problem.retry ? () => void refetch() : undefined} />;
}

function Loaded({ owner, known, onward }: FormProps & { readonly known: Known }) {
  const editor = useEditor(owner, known);
  return (
    <>
      <UnsavedGuard isDirty={editor.changed.length > 0} />
      <MetadataForm editor={editor} onward={onward} />
    </>
  );
}

function FormSkeleton() {
  return (
    <Loading label={t`Loading metadata`}>
      <Skeleton shape="title" width={20} />
      <Skeleton shape="line" width={50} />
      <Skeleton shape="line" width={40} />
      <Skeleton shape="line" width={50} />
    </Loading>
  );
}
