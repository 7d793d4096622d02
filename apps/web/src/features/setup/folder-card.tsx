import { plural, t } from '@lingui/core/macro';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Library, ScanPreview } from '@lectern/contract';
import { LIBRARY_KINDS } from '@lectern/contract/library-kinds';
import { folderName } from '#entities/folder/folder-name.ts';
import { DIRECTION_CHOICES, KIND_CHOICES, KIND_HINTS, type LibraryKind } from '#entities/library/kind-words.ts';
import { foundWords, scanPreviewQuery } from '#entities/library/scan-preview.ts';
import { LANGUAGE } from '#lib/locale.ts';
import { problemSentence } from '#lib/problem.ts';
import { SelectField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './setup-page.module.css';

/** What becomes of a folder. */
export interface FolderPlan {
  readonly kind: LibraryKind;
  readonly direction: Library['defaultReadingDirection'];
}

interface FolderCardProps {
  readonly path: string;
  /** "20 books"; empty when the server has not counted. */
  readonly words: string;
  readonly isTicked: boolean;
  /** Its library is being made, which would refuse a preview. */
  readonly isHeld: boolean;
  readonly onTick: (ticked: boolean) => void;
  /** What the user chose; undefined until then. */
  readonly chosen: FolderPlan | undefined;
  readonly onChoose: (plan: FolderPlan) => void;
}

function toPlan(found: ScanPreview | undefined): FolderPlan {
  const guess = found?.guess ?? undefined;
  return guess === undefined
    ? { kind: 'mixed', direction: 'ltr' }
    : { kind: guess.kind, direction: guess.defaultReadingDirection };
}

/** What a folder is taken for, as its card shows it now. */
export function guessedPlan(queryClient: QueryClient, path: string): FolderPlan {
  return toPlan(queryClient.getQueryData(scanPreviewQuery({ path }).queryKey));
}

/** A folder with what it holds, what it seems to be, and the series that it would have. */
export function FolderCard({ path, words, isTicked, isHeld, onTick, chosen, onChoose }: FolderCardProps) {
  return (
    <div className={css['folder']} data-ticked={isTicked}>
      <label className={css['tick']}>
        <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.target.checked)} />
        <span className={css['folderName']}>
          {folderName(path)}
          <span className={css['folderPath']}>{path}</span>
        </span>
        <span className={css['folderCount']}>{words}</span>
      </label>
      {isTicked && <Plan {...{ path, isHeld, chosen, onChoose }} />}
    </div>
  );
}

function Plan({ path, isHeld, chosen, onChoose }: Omit<FolderCardProps, 'words' | 'isTicked' | 'onTick'>) {
  const guessing = useQuery({ ...scanPreviewQuery({ path }), enabled: !isHeld });
  const plan = chosen ?? toPlan(guessing.data);
  const { kind } = plan;
  const isRegrouped = LIBRARY_KINDS[kind].seriesStrategy !== LIBRARY_KINDS.mixed.seriesStrategy;
  // The guess groups by folders, as most kinds do.
  const regrouped = useQuery({ ...scanPreviewQuery({ path, kind }), enabled: isRegrouped && !isHeld });
  const shown = isRegrouped ? regrouped : guessing;
  const reasons = chosen === undefined ? (guessing.data?.guess?.reasons ?? []) : [];
  return (
    <div className={css['plan']}>
      {shown.error !== null && <Note tone="warning">{problemSentence(shown.error)}</Note>}
      <p role="status" className={css['found']}>
        {shown.data === undefined ? (
          shown.error === null && t`Looking through the folder…`
        ) : (
          <Outlook found={shown.data} kind={kind} />
        )}
      </p>
      <div className={css['choices']}>
        <SelectField
          label={t`Kind`}
          value={kind}
          options={KIND_CHOICES}
          onValue={(next) => onChoose({ kind: next, direction: LIBRARY_KINDS[next].defaultReadingDirection })}
        />
        <SelectField
          label={t`Reading direction`}
          value={plan.direction}
          options={DIRECTION_CHOICES}
          onValue={(direction) => onChoose({ kind, direction })}
        />
      </div>
      <p className={css['why']}>{[...reasons, KIND_HINTS[kind]].join(' ')}</p>
    </div>
  );
}

const NAMED = 4;
const listed = new Intl.ListFormat(LANGUAGE);

/** "12 series with 340 books", and the first of them. A shelf by author has books alone. */
function Outlook({ found, kind }: { readonly found: ScanPreview; readonly kind: LibraryKind }) {
  const { detectedSeries, totalSeries, totalFiles } = found;
  const names = detectedSeries.slice(0, NAMED).map(({ name }) => name);
  const rest = totalSeries - names.length;
  const others = plural(rest, { one: '# more', other: '# more' });
  const counted =
    LIBRARY_KINDS[kind].shelf === 'authors'
      ? plural(totalFiles, { one: '# book', other: '# books' })
      : foundWords(found);
  return (
    <>
      <b>{counted}</b>
      {names.length > 0 && <span>{listed.format(rest > 0 ? [...names, others] : names)}</span>}
    </>
  );
}
