import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { librariesQuery } from '#entities/library/queries.ts';
import list from '#entities/user/account-list.module.css';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { ExportRow } from './export-row.tsx';
import css from './exports-page.module.css';
import { NewExport } from './new-export.tsx';
import { exportFieldsQuery, exportsQuery } from './queries.ts';

export function ExportsPage() {
  useDocumentTitle(t`Export`);
  const libraries = useQuery(librariesQuery());
  const choices = useQuery(exportFieldsQuery());
  const exports = useQuery(exportsQuery());
  return (
    <>
      <Panel title={t`Export your library`}>
        <p
          className={css['lead']}
        >{t`A list of your series and books, with your progress, ratings and notes. The files of the books are not included.`}</p>
        <QueryBoundary query={choices} loading={<BoxSkeletons label={t`Loading export options`} />}>
          {(fields) => (
            <QueryBoundary query={libraries} loading={<BoxSkeletons label={t`Loading your libraries`} />}>
              {(all) =>
                all.length === 0 ? (
                  <p className={list['quiet']}>{t`There are no libraries yet.`}</p>
                ) : (
                  <NewExport libraries={all} choices={fields} />
                )
              }
            </QueryBoundary>
          )}
        </QueryBoundary>
      </Panel>
      <Panel title={t`Your exports`}>
        <QueryBoundary query={exports} loading={<BoxSkeletons label={t`Loading your exports`} />}>
          {(made) =>
            made.length === 0 ? (
              <p className={list['quiet']}>{t`No exports yet.`}</p>
            ) : (
              <ul className={list['list']} aria-live="polite">
                {made.map((one) => (
                  <ExportRow key={one.id} made={one} />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </Panel>
    </>
  );
}
