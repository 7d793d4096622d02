import { plural, t } from '@lingui/core/macro';
import type { PathPreview } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';
import { Note } from '#ui/feedback/notice.tsx';
import { Outlook } from './outlook.tsx';
import css from './outlook.module.css';
import type { Preview } from './use-previews.ts';

/** Books the library would find in a new folder. */
export function PathOutlook({ preview }: { readonly preview: Preview<PathPreview> }) {
  if (!preview.asked) return null;
  return (
    <section className={css['part']} aria-label={t`Changed folder`}>
      <h3>{t`Changed folder`}</h3>
      <Outlook preview={preview} doing={t`Comparing the folders`}>
        {(found) => <Found found={found} />}
      </Outlook>
    </section>
  );
}

/** "98 of 100 books matched". */
export function matchedWords({ matched, changed, missing }: PathPreview): string {
  const known = matched + changed + missing;
  const count = formatNumber(matched);
  return known === 0
    ? t`No books to match yet`
    : plural(known, { one: `${count} of # book matched`, other: `${count} of # books matched` });
}

function Found({ found }: { readonly found: PathPreview }) {
  const { changed, missing, added, unreadable, needsConfirmation } = found;
  const unreadableCount = unreadable.length;
  return (
    <>
      <p role="status">
        <b className={css['headline']}>{matchedWords(found)}</b>
      </p>
      <p className={css['hint']}>{t`Matched books have the same path, size and time. They keep everything.`}</p>
      {missing > 0 && (
        <Note tone="warning">
          {plural(missing, { one: '# book is not in the same place.', other: '# books are not in the same place.' })}{' '}
          {t`Books elsewhere in the folder are found again. The others are hidden, with progress and edits, until their files are back.`}
          {needsConfirmation && ` ${t`Because these are many, the scan asks before it hides them.`}`}
        </Note>
      )}
      <Sample
        title={plural(missing, { one: '# missing book', other: '# missing books' })}
        count={missing}
        paths={found.sampleMissing}
      />
      <Sample
        title={plural(changed, { one: '# changed file', other: '# changed files' })}
        count={changed}
        paths={found.sampleChanged}
      />
      <Sample
        title={plural(added, { one: '# new file', other: '# new files' })}
        count={added}
        paths={found.sampleAdded}
      />
      <Sample
        title={plural(unreadableCount, { one: '# path cannot be read', other: '# paths cannot be read' })}
        count={unreadableCount}
        paths={unreadable}
      />
      <p className={css['hint']}>{t`Saving starts a scan. The old path brings everything back.`}</p>
    </>
  );
}

interface SampleProps {
  readonly title: string;
  readonly count: number;
  readonly paths: readonly string[];
}

function Sample({ title, count, paths }: SampleProps) {
  if (count === 0) return null;
  const rest = count - paths.length;
  return (
    <details className={css['sample']}>
      <summary>{title}</summary>
      <ul className={css['books']}>
        {paths.map((path) => (
          <li key={path}>{path === '' ? t`The folder itself` : path}</li>
        ))}
        {rest > 0 && <li className={css['rest']}>{plural(rest, { one: 'and # more', other: 'and # more' })}</li>}
      </ul>
    </details>
  );
}
