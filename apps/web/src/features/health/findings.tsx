import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HealthFinding } from '@lectern/contract';
import { findingsQuery } from '#entities/health/queries.ts';
import { request } from '#lib/api.ts';
import { formatAgo } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { FindingLine } from './finding-line.tsx';
import { GroupHead } from './group-head.tsx';
import css from './health-page.module.css';

/** What the server found about itself, for admins. */
export function Findings() {
  const query = useQuery(findingsQuery());
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the findings`} />}>
      {({ findings, checkedAt }) => <FindingLists findings={findings} checkedAt={checkedAt} />}
    </QueryBoundary>
  );
}

interface FindingListsProps {
  readonly findings: readonly HealthFinding[];
  readonly checkedAt: string | null;
}

function FindingLists({ findings, checkedAt }: FindingListsProps) {
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: async () => request('checkHealth', {}),
    onSuccess: (answer) => queryClient.setQueryData(findingsQuery().queryKey, answer),
    onError: (error) => showToast(problemSentence(error)),
  });
  const open = findings.filter(({ hiddenAt }) => hiddenAt === null);
  const hidden = findings.filter(({ hiddenAt }) => hiddenAt !== null);
  const checked = checkedAt === null ? t`Not checked yet.` : t`Checked ${formatAgo(checkedAt, Date.now())}.`;
  return (
    <section aria-label={t`The server`}>
      <Panel>
        <GroupHead
          title={t`The server`}
          count={open.length === 0 ? t`nothing to do` : plural(open.length, { one: '# finding', other: '# findings' })}
          advice={t`Lectern checks itself every minute. ${checked}`}
        >
          <Button icon="refresh" busy={check.isPending} onClick={() => check.mutate()}>{t`Check now`}</Button>
        </GroupHead>
        {open.length === 0 && <Note tone="info">{t`No check found anything that needs you.`}</Note>}
        <ul>
          {open.map((finding) => (
            <FindingLine key={finding.key} finding={finding} />
          ))}
        </ul>
        {hidden.length > 0 && (
          <div className={css['hidden']}>
            <Disclosure title={t`${plural(hidden.length, { one: '# finding', other: '# findings' })} hidden`}>
              <ul>
                {hidden.map((finding) => (
                  <FindingLine key={finding.key} finding={finding} />
                ))}
              </ul>
            </Disclosure>
          </div>
        )}
      </Panel>
    </section>
  );
}
