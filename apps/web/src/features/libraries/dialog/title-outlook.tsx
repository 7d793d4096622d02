import { plural, t } from '@lingui/core/macro';
import { useId } from 'react';
import { CheckField } from '#ui/controls/field.tsx';
import { Outlook } from './outlook.tsx';
import css from './outlook.module.css';
import type { Preview, Previews } from './use-previews.ts';

interface TitleChange {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

interface TitleChanges {
  readonly total: number;
  /** A sample of the changes. */
  readonly changes: readonly TitleChange[];
}

/** Most titles shown at once. */
const SHOWN = 12;

interface TitleOutlookProps {
  readonly previews: Previews;
  readonly hasRules: boolean;
  /** Whether saving rebuilds existing titles at once. */
  readonly now: boolean;
  readonly onNow: (now: boolean) => void;
}

/** Preview of the clean-up rules on existing titles. */
export function TitleOutlook({ previews, hasRules, now, onNow }: TitleOutlookProps) {
  const titleId = useId();
  const { scan, titles } = previews;
  const isNew = !titles.asked;
  const preview = isNew ? mapped(scan, changesOfScan) : mapped(titles, changesOfTitles);
  if (!preview.asked || (isNew && !hasRules)) return null;
  return (
    <section className={css['trial']} aria-labelledby={titleId}>
      <h3 id={titleId}>{t`Changed titles`}</h3>
      <Outlook preview={preview} doing={t`Testing the rules`}>
        {(found) => <Changes found={found} />}
      </Outlook>
      {!isNew && (
        <CheckField
          label={t`Update the series titles after saving`}
          hint={t`Locked titles stay as they are.`}
          checked={now}
          onChecked={onNow}
        />
      )}
    </section>
  );
}

function mapped<From, To>(preview: Preview<From>, change: (data: From) => To): Preview<To> {
  return { ...preview, data: preview.data === undefined ? undefined : change(preview.data) };
}

function changesOfScan({ detectedSeries }: NonNullable<Previews['scan']['data']>): TitleChanges {
  const changes = detectedSeries
    .filter(({ name, originalName }) => name !== originalName)
    .map(({ name, originalName, path }) => ({
      key: `${path ?? ''}/${originalName}`,
      before: originalName,
      after: name,
    }));
  return { total: changes.length, changes };
}

function changesOfTitles({ total, changes }: NonNullable<Previews['titles']['data']>): TitleChanges {
  return { total, changes: changes.map(({ seriesId, before, after }) => ({ key: seriesId, before, after })) };
}

function Changes({ found: { total, changes } }: { readonly found: TitleChanges }) {
  if (total === 0) return <p role="status">{t`No title would change.`}</p>;
  const shown = changes.slice(0, SHOWN);
  const rest = total - shown.length;
  return (
    <>
      <p role="status">{plural(total, { one: '# title would change:', other: '# titles would change:' })}</p>
      <ul className={css['titles']}>
        {shown.map(({ key, before, after }) => (
          <li key={key}>
            <del>{before}</del>
            <span aria-hidden="true">→</span>
            <span className="visually-hidden"> {t`becomes`} </span>
            <ins>{after}</ins>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={css['rest']}>{plural(rest, { one: 'and # more', other: 'and # more' })}</p>}
    </>
  );
}
