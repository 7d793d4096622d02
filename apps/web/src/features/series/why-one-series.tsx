import { plural, t } from '@lingui/core/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Series } from '@lectern/contract';
import { allSeriesBooksQuery } from '#entities/book/queries.ts';
import { sharedReasons } from '#entities/placement/placement-words.ts';
import { placementQuery } from '#entities/placement/queries.ts';
import { Reason, Reasons } from '#entities/placement/reason.tsx';
import { formatNumber } from '#lib/format.ts';
import { describeProblem } from '#lib/problem.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ErrorState } from '#ui/feedback/notice.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';

/** Most books examined; each needs its own request. */
const ASKED = 12;

interface WhyOneSeriesProps {
  readonly series: Series;
  readonly onClose: () => void;
}

/** Explains why these books form one series. */
export function WhyOneSeries({ series, onClose }: WhyOneSeriesProps) {
  return (
    <Dialog title={t`Why is this one series?`} open place="side" onClose={onClose}>
      <Evidence series={series} />
    </Dialog>
  );
}

function Evidence({ series }: { readonly series: Series }) {
  const { data: books } = useQuery(allSeriesBooksQuery(series.id));
  const asked = (books?.data ?? []).slice(0, ASKED);
  const answers = useQueries({ queries: asked.map(({ id }) => placementQuery(id)) });
  const failed = answers.find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    const problem = describeProblem(failed.error);
    return <ErrorState {...problem} onRetry={problem.retry ? () => void failed.refetch() : undefined} />;
  }
  if (books === undefined || answers.some(({ isPending }) => isPending)) return <EvidenceSkeleton />;
  const placements = answers.flatMap(({ data }) => data ?? []);
  const reasons = sharedReasons(placements);
  const { bookCount: total } = series;
  const more = total > asked.length;
  const shown = formatNumber(asked.length);
  return (
    <Reasons library={{ id: series.libraryId, name: series.libraryName }}>
      {reasons.length === 0 && <Reason kind="series" title={t`All books`} decision={null} />}
      {reasons.map(({ decision, bookCount }) => (
        <Reason
          key={`${decision.strategy} ${decision.rule}`}
          kind="series"
          title={reasons.length === 1 && !more ? t`All books` : plural(bookCount, { one: '# book', other: '# books' })}
          decision={decision}
        />
      ))}
      {more && (
        <p>
          {plural(total, {
            one: `These are the reasons of the first ${shown} of # book. The page of each book shows its own.`,
            other: `These are the reasons of the first ${shown} of # books. The page of each book shows its own.`,
          })}
        </p>
      )}
    </Reasons>
  );
}

function EvidenceSkeleton() {
  return (
    <Loading label={t`Loading the reasons`}>
      <Skeleton shape="line" width={50} />
      <Skeleton shape="line" width={40} />
    </Loading>
  );
}
