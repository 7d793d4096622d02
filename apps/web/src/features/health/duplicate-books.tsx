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

const ADVICE = t`These files exist more than once, byte for byte. Lectern deletes no files: delete those that you do not want from the disk, or hide those that you want to keep.`;

/** Books with identical files; hidden without any. */
export function DuplicateBooks({ duplicates }: { readonly duplicates: CallResult<'listDuplicates'> }) {
  const { data: groups, totalGroups } = duplicates;
  if (totalGroups === 0) return null;
  const shown = groups.length;
  return (
    <Panel>
      <GroupHead
        title={t`Duplicate files`}
        count={plural(totalGroups, { one: '# file', other: '# files' })}
        advice={ADVICE}
      />
      <GroupList groups={groups}>{(group) => <Copies group={group} />}</GroupList>
      {shown < totalGroups && (
        <p className={css['advice']}>
          {plural(shown, { one: 'The largest # group is shown.', other: 'The largest # groups are shown.' })}
        </p>
      )}
    </Panel>
  );
}

function Copies({ group: { id, books, duplicateCount } }: { readonly group: DuplicateGroup }) {
  const queryClient = useQueryClient();
  const hides = useMay('BooksWrite');
  const hide = useMutation({
    mutationFn: async () => request('dismissDuplicate', { params: { id } }),
    onSuccess: () => showToast(t`Hidden until the duplicates change`),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: duplicateBooksQuery().queryKey }),
  });
  const [first] = books;
  if (first === undefined) return null;
  const size = formatBytes(first.fileSize);
  return (
    <DuplicateCard
      title={first.title}
      detail={t`${plural(duplicateCount, { one: '# file', other: '# files' })}, ${size} each`}
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
