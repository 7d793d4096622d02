import { plural, t } from '@lingui/core/macro';
import type { PathPreview } from '@lectern/contract';
import { Note } from '#ui/feedback/notice.tsx';
import { Outlook } from './outlook.tsx';
import css from './outlook.module.css';
import type { Preview } from './use-previews.ts';

/** Books the library would find in a new folder. */
export function PathOutlook({ preview }: { readonly preview: Preview<PathPreview> }) {
  if (!preview.asked) return null;
  return (
    <section className={css['part']} aria-label={t`Another folder`}>
      <h3>{t`Another folder`}</h3>
      <Outlook preview={preview} doing={t`Comparing the two folders`}>
        {(found) => <Found found={found} />}
      </Outlook>
    </section>
  );
}

/** "98 of 100 books matched". */
export function matchedWords({ matched, changed, missing }: PathPreview): string {
  const known = matched + changed + missing;
  return known === 0
    ? t`No books to match yet`
    : t`${matched} of ${plural(known, { one: '# book', other: '# books' })} matched`;
}

function Found({ found }: { readonly found: PathPreview }) {
  const { changed, missing, added, unreadable, needsConfirmation } = found;
  return (
    <>
      <p role="status">
        <b className={css['headline']}>{matchedWords(found)}</b>
      </p>
      <p
        className={css['hint']}
      >{t`Matched books lie at the same place, with the same size and time, and keep everything.`}</p>
      {missing > 0 && (
        <Note tone="warning">
          {missing === 1 ? t`One book is` : t`${missing} books are`}{' '}
          {t`not at the same place. What lies elsewhere in the folder is found again; the rest is hidden with all it has until its file is back.`}
          {needsConfirmation && t` Since these are many, the scan asks before it hides them.`}
        </Note>
      )}
      <Sample
        title={t`${plural(missing, { one: '# book', other: '# books' })} missing`}
        count={missing}
        paths={found.sampleMissing}
      />
      <Sample
        title={t`${plural(changed, { one: '# file', other: '# files' })} changed`}
        count={changed}
        paths={found.sampleChanged}
      />
      <Sample
        title={t`${plural(added, { one: '# file', other: '# files' })} new`}
        count={added}
        paths={found.sampleAdded}
      />
      <Sample
        title={t`${plural(unreadable.length, { one: '# place', other: '# places' })} cannot be read`}
        count={unreadable.length}
        paths={unreadable}
      />
      <p className={css['hint']}>{t`A scan follows as soon as it is saved. The old path brings everything back.`}</p>
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
  return (
    <details className={css['sample']}>
      <summary>{title}</summary>
      <ul className={css['books']}>
        {paths.map((path) => (
          <li key={path}>{path === '' ? t`The folder itself` : path}</li>
        ))}
        {count > paths.length && (
          <li className={css['rest']}>{t`and ${plural(count - paths.length, { one: '# more', other: '# more' })}`}</li>
        )}
      </ul>
    </details>
  );
}
