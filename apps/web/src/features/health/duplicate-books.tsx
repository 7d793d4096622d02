import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DuplicateGroup } from '@lectern/contract';
import type { CallResult } from '@lectern/contract/client';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatBytes } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Panel } from '#ui/layout/page.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { DuplicateCard } from './duplicate-card.tsx';
import { GroupHead } from './group-head.tsx';
import { GroupList } from './group-list.tsx';
import css from './health-page.module.css';
import { duplicateBooksQuery } from './queries.ts';

const ADVICE = t`These files are there more than once, the same to the last byte. Lectern deletes no file: remove the copies that you do not want from the disk, or hide those that are meant to be there.`;

/** Books with identical files; hidden without any. */
export function DuplicateBooks({ duplicates }: { readonly duplicates: CallResult<'listDuplicates'> }) {
  const { data: groups, totalGroups } = duplicates;
  if (totalGroups === 0) return null;
  return (
    <Panel>
      <GroupHead
        title={t`Copies of the same file`}
        count={plural(totalGroups, { one: '# file', other: '# files' })}
        advice={ADVICE}
      />
      <GroupList groups={groups}>{(group) => <Copies group={group} />}</GroupList>
      {groups.length < totalGroups && <p className={css['advice']}>{t`The largest ${groups.length} are shown.`}</p>}
    </Panel>
  );
}

function Copies({ group: { id, books, duplicateCount } }: { readonly group: DuplicateGroup }) {
  const queryClient = useQueryClient();
  const hides = useMay('BooksWrite');
  const hide = useMutation({
    mutationFn: async () => request('dismissDuplicate', { params: { id } }),
    onSuccess: () => showToast(t`Hidden until the copies are others`),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: duplicateBooksQuery().queryKey }),
  });
  const [first] = books;
  if (first === undefined) return null;
  return (
    <DuplicateCard
      title={first.title}
      detail={t`${plural(duplicateCount, { one: '# copy', other: '# copies' })} of ${formatBytes(first.fileSize)}`}
      onHide={hides ? () => hide.mutate() : undefined}
      hiding={hide.isPending}
    >
      {books.map(({ id: bookId, title, path, libraryName, seriesName }) => (
        <li key={bookId}>
          <Link to="/book/$bookId" params={{ bookId }}>
            {title}
          </Link>
          <span>{seriesName === title ? libraryName : `${libraryName}, ${seriesName}`}</span>
          <span className={css['place']}>{path}</span>
        </li>
      ))}
    </DuplicateCard>
  );
}
