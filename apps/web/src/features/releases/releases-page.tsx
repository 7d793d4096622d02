import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Release } from '@lectern/contract';
import {
  releaseCountQuery,
  releasesApplyQuery,
  releasesQuery,
  releaseSourcesQuery,
} from '#entities/release/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { groupBy } from '#lib/group-by.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { type ChoiceProps, wantedBy } from './choice.ts';
import { NoReleases } from './no-releases.tsx';
import { PickedBar } from './picked-bar.tsx';
import { ReleaseFilter } from './release-filter.tsx';
import css from './releases-page.module.css';
import { SeriesGroup } from './series-group.tsx';
import { usePicked } from './use-picked.ts';

export function ReleasesPage({ choice, onChoice }: ChoiceProps) {
  useDocumentTitle(t`Releases`);
  const isAdmin = useMay('SystemAdmin');
  const { data: applies } = useQuery(releasesApplyQuery());
  const query = useQuery({ ...releasesQuery(wantedBy(choice), choice.page ?? 1), placeholderData: keepPreviousData });
  const turn = (page: number) => {
    const { page: _, ...others } = choice;
    onChoice(page === 1 ? others : { ...others, page });
  };
  return (
    <Page
      title={t`Releases`}
      narrow
      actions={isAdmin && <Link to="/admin/releases" className={buttonClass()}>{t`Sources`}</Link>}
    >
      {applies === false && query.data?.total !== 0 && (
        <div className={css['note']}>
          <Note tone="info">{t`No release source is turned on. These releases are from before.`}</Note>
        </div>
      )}
      <ReleaseFilter choice={choice} onChoice={onChoice} />
      <Unclear choice={choice} onChoice={onChoice} />
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading releases`} />}>
        {({ entries, total, totalPages, page }) =>
          total === 0 ? (
            <NoReleases choice={choice} onChoice={onChoice} applies={applies !== false} />
          ) : (
            <>
              <ReleaseList key={JSON.stringify(wantedBy(choice))} releases={entries} total={total} choice={choice} />
              <Pager label={t`Pages of releases`} page={page} totalPages={totalPages} onPage={turn} />
            </>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

/** Reminds the user of releases without a matched series. */
function Unclear({ choice, onChoice }: ChoiceProps) {
  const edits = useMay('SeriesWrite');
  const { data: count = 0 } = useQuery({ ...releaseCountQuery({ ambiguous: true }), enabled: edits });
  if (!edits || count === 0 || choice.show === 'unclear') return null;
  return (
    <div className={css['note']}>
      <Note tone="info" action={<Button onClick={() => onChoice({ show: 'unclear' })}>{t`Review`}</Button>}>
        {plural(count, {
          one: '# release may belong to more than one series.',
          other: '# releases may belong to more than one series.',
        })}
      </Note>
    </div>
  );
}

interface ReleaseListProps extends Pick<ChoiceProps, 'choice'> {
  readonly releases: readonly Release[];
  readonly total: number;
}

function ReleaseList({ releases, total, choice }: ReleaseListProps) {
  const edits = useMay('SeriesWrite');
  const isAdmin = useMay('SystemAdmin');
  const { data: sources = [] } = useQuery({ ...releaseSourcesQuery(), enabled: isAdmin });
  const picked = usePicked(releases);
  const names = new Map(sources.map(({ id, displayName }) => [id, displayName]));
  return (
    <>
      <p role="status" className="visually-hidden">
        {plural(total, { one: '# release', other: '# releases' })}
      </p>
      {edits && <PickedBar picked={picked} shown={releases} total={total} wanted={wantedBy(choice)} />}
      {groupBySeries(releases).map((group) => (
        <SeriesGroup key={group[0].seriesId} releases={group} edits={edits} picked={picked} sourceNames={names} />
      ))}
    </>
  );
}

function groupBySeries(releases: readonly Release[]): readonly (readonly [Release, ...Release[]])[] {
  return [...groupBy(releases, ({ seriesId }) => seriesId).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [[first, ...more] as const],
  );
}
