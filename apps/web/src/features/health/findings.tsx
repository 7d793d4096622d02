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
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading findings`} />}>
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
  const openCount = open.length;
  const hiddenCount = hidden.length;
  return (
    <section aria-label={t`Server`}>
      <Panel>
        <GroupHead
          title={t`Server`}
          count={openCount === 0 ? t`nothing to do` : plural(openCount, { one: '# finding', other: '# findings' })}
          advice={adviceFor(checkedAt === null ? undefined : formatAgo(checkedAt, Date.now()))}
        >
          <Button icon="refresh" busy={check.isPending} onClick={() => check.mutate()}>{t`Check now`}</Button>
        </GroupHead>
        {openCount === 0 && <Note tone="info">{t`Nothing needs your attention.`}</Note>}
        <ul>
          {open.map((finding) => (
            <FindingLine key={finding.key} finding={finding} />
          ))}
        </ul>
        {hiddenCount > 0 && (
          <div className={css['hidden']}>
            <Disclosure title={plural(hiddenCount, { one: '# finding hidden', other: '# findings hidden' })}>
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

function adviceFor(ago: string | undefined): string {
  return ago === undefined
    ? t`The server checks itself every minute. There was no check yet.`
    : t`The server checks itself every minute. Last check: ${ago}.`;
}
