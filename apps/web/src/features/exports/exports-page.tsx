import { useQuery } from '@tanstack/react-query';
import { librariesQuery } from '#entities/library/queries.ts';
import list from '#entities/user/account-list.module.css';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Answer } from '#ui/feedback/answer.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { ExportRow } from './export-row.tsx';
import css from './exports-page.module.css';
import { NewExport } from './new-export.tsx';
import { exportFieldsQuery, exportsQuery } from './queries.ts';

/** Takes what one's libraries hold along as a file. */
export function ExportsPage() {
  useDocumentTitle('Export');
  const libraries = useQuery(librariesQuery());
  const choices = useQuery(exportFieldsQuery());
  const exports = useQuery(exportsQuery());
  return (
    <>
      <Panel title="Export your library">
        <p className={css['lead']}>
          A list of everything that you see here, with what you have read and what you think of it. The books themselves
          are not in it.
        </p>
        <Answer query={choices} loading={<BoxSkeletons label="Loading what can be exported" />}>
          {(fields) => (
            <Answer query={libraries} loading={<BoxSkeletons label="Loading your libraries" />}>
              {(all) =>
                all.length === 0 ? (
                  <p className={list['quiet']}>There is no library yet.</p>
                ) : (
                  <NewExport libraries={all} choices={fields} />
                )
              }
            </Answer>
          )}
        </Answer>
      </Panel>
      <Panel title="Your files">
        <Answer query={exports} loading={<BoxSkeletons label="Loading your files" />}>
          {(made) =>
            made.length === 0 ? (
              <p className={list['quiet']}>Nothing yet.</p>
            ) : (
              <ul className={list['list']} aria-live="polite">
                {made.map((one) => (
                  <ExportRow key={one.id} made={one} />
                ))}
              </ul>
            )
          }
        </Answer>
      </Panel>
    </>
  );
}
