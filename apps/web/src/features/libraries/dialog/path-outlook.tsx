import type { PathPreview } from '@lectern/contract';
import { formatCount } from '#lib/format.ts';
import { Note } from '#ui/feedback/notice.tsx';
import { Outlook } from './outlook.tsx';
import css from './outlook.module.css';
import type { Preview } from './use-previews.ts';

/** Books the library would find in a new folder. */
export function PathOutlook({ preview }: { readonly preview: Preview<PathPreview> }) {
  if (!preview.asked) return null;
  return (
    <section className={css['part']} aria-label="Another folder">
      <h3>Another folder</h3>
      <Outlook preview={preview} doing="Comparing the two folders">
        {(found) => <Found found={found} />}
      </Outlook>
    </section>
  );
}

/** "98 of 100 books matched". */
export function matchedWords({ matched, changed, missing }: PathPreview): string {
  const known = matched + changed + missing;
  return known === 0 ? 'No books to match yet' : `${matched} of ${formatCount(known, 'book')} matched`;
}

function Found({ found }: { readonly found: PathPreview }) {
  const { changed, missing, added, unreadable, needsConfirmation } = found;
  return (
    <>
      <p role="status">
        <b className={css['headline']}>{matchedWords(found)}</b>
      </p>
      <p className={css['hint']}>
        Matched books lie at the same place, with the same size and time, and keep everything.
      </p>
      {missing > 0 && (
        <Note tone="warning">
          {missing === 1 ? 'One book is' : `${missing} books are`} not at the same place. What lies elsewhere in the
          folder is found again; the rest is hidden with all it has until its file is back.
          {needsConfirmation && ' Since these are many, the scan asks before it hides them.'}
        </Note>
      )}
      <Sample title={`${formatCount(missing, 'book')} missing`} count={missing} paths={found.sampleMissing} />
      <Sample title={`${formatCount(changed, 'file')} changed`} count={changed} paths={found.sampleChanged} />
      <Sample title={`${formatCount(added, 'file')} new`} count={added} paths={found.sampleAdded} />
      <Sample
        title={`${formatCount(unreadable.length, 'place')} cannot be read`}
        count={unreadable.length}
        paths={unreadable}
      />
      <p className={css['hint']}>A scan follows as soon as it is saved. The old path brings everything back.</p>
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
          <li key={path}>{path === '' ? 'The folder itself' : path}</li>
        ))}
        {count > paths.length && (
          <li className={css['rest']}>and {formatCount(count - paths.length, 'more', 'more')}</li>
        )}
      </ul>
    </details>
  );
}
