import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DuplicateSeriesGroup } from '@lectern/contract';
import type { CallResult } from '@lectern/contract/client';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Panel } from '#ui/layout/page.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { DuplicateCard } from './duplicate-card.tsx';
import { GroupHead } from './group-head.tsx';
import { GroupList } from './group-list.tsx';
import css from './health-page.module.css';
import { duplicateSeriesQuery } from './queries.ts';

const ADVICE = t`These may be one series in two places. Move the files into one folder to merge them, or hide those that only look alike.`;

const REASONS = { title: t`Same title`, external_id: t`Same external ID` } as const;

/** Series with similar names; hidden without any. */
export function DuplicateSeries({ duplicates }: { readonly duplicates: CallResult<'listDuplicateSeries'> }) {
  const { data: groups, totalGroups } = duplicates;
  if (totalGroups === 0) return null;
  const shown = groups.length;
  return (
    <Panel>
      <GroupHead
        title={t`Similar series`}
        count={plural(totalGroups, { one: '# group', other: '# groups' })}
        advice={ADVICE}
      />
      <GroupList groups={groups}>{(group) => <Alike group={group} />}</GroupList>
      {shown < totalGroups && (
        <p className={css['advice']}>
          {plural(shown, { one: 'The largest # group is shown.', other: 'The largest # groups are shown.' })}
        </p>
      )}
    </Panel>
  );
}

function Alike({ group: { id, matchType, members } }: { readonly group: DuplicateSeriesGroup }) {
  const queryClient = useQueryClient();
  const hides = useMay('SeriesWrite');
  const hide = useMutation({
    mutationFn: async () => request('dismissDuplicateSeries', { params: { id } }),
    onSuccess: () => showToast(t`Hidden until the series change`),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: duplicateSeriesQuery().queryKey }),
  });
  return (
    <DuplicateCard
      title={members[0]?.title ?? ''}
      detail={REASONS[matchType]}
      onHide={hides ? () => hide.mutate() : undefined}
      hiding={hide.isPending}
    >
      {members.map(({ id: seriesId, title, libraryName, bookCount }) => (
        <li key={seriesId}>
          <Link to="/series/$seriesId" params={{ seriesId }}>
            {title}
          </Link>
          <span>
            {libraryName}, {plural(bookCount, { one: '# book', other: '# books' })}
          </span>
        </li>
      ))}
    </DuplicateCard>
  );
}
