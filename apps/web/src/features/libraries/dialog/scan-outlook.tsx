import { plural, t } from '@lingui/core/macro';
import type { ScanPreview } from '@lectern/contract';
import { useState } from 'react';
import { foundWords } from '#entities/library/scan-preview.ts';
import { endSentence } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { IdleOutlook, Outlook } from './outlook.tsx';
import css from './outlook.module.css';
import type { Preview } from './use-previews.ts';

/** Series shown at first; fewer in the narrow layout, where the form continues below. */
const FIRST: Readonly<Record<'narrow' | 'wide', number>> = { narrow: 3, wide: 8 };
/** Series added per click. */
const STEP = 24;

interface ScanOutlookProps {
  readonly preview: Preview<ScanPreview>;
  readonly hasFolder: boolean;
}

/** Preview of the scan of a new library. */
export function ScanOutlook({ preview, hasFolder }: ScanOutlookProps) {
  if (!preview.asked && hasFolder) {
    return <IdleOutlook>{t`Complete the form to preview what Lectern finds.`}</IdleOutlook>;
  }
  if (!preview.asked) {
    return <IdleOutlook>{t`Choose a folder to preview what Lectern finds in it.`}</IdleOutlook>;
  }
  return (
    <Outlook preview={preview} doing={t`Looking through the folder`}>
      {(found) => <Found found={found} />}
    </Outlook>
  );
}

function Found({ found }: { readonly found: ScanPreview }) {
  const [shown, setShown] = useState(() => (matchMedia('(min-width: 60rem)').matches ? FIRST.wide : FIRST.narrow));
  const { detectedSeries, totalSeries, totalFiles, warnings } = found;
  if (totalFiles === 0) {
    return (
      <>
        <p role="status" className={css['headline']}>{t`No books found`}</p>
        <p
          className={css['hint']}
        >{t`This folder has no files of the chosen formats. You can add the library anyway: books added later are found.`}</p>
        <Warnings warnings={warnings} />
      </>
    );
  }
  const rest = totalSeries - Math.min(shown, detectedSeries.length);
  return (
    <>
      <p role="status">
        <span className={css['lead']}>{t`In this folder`}</span>
        <b className={css['headline']}>{foundWords(found)}</b>
      </p>
      <Warnings warnings={warnings} />
      <ul className={css['series']}>
        {detectedSeries.slice(0, shown).map((series, index) => (
          <li key={`${series.path ?? ''}/${series.name}/${series.sampleBooks[0] ?? ''}`}>
            <SeriesFound series={series} open={index === 0} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div className={css['more']}>
          <p>{plural(rest, { one: 'and # more', other: 'and # more' })}</p>
          {shown < detectedSeries.length && (
            <Button look="quiet" icon="down" onClick={() => setShown(shown + STEP)}>{t`Show more`}</Button>
          )}
        </div>
      )}
    </>
  );
}

interface SeriesFoundProps {
  readonly series: ScanPreview['detectedSeries'][number];
  readonly open: boolean;
}

function SeriesFound({ series, open }: SeriesFoundProps) {
  const { name, bookCount, sampleBooks, metadata } = series;
  const rest = bookCount - sampleBooks.length;
  const publisher = metadata?.publisher;
  const by = publisher === undefined ? metadata?.author : t`Published by ${publisher}`;
  return (
    <details open={open}>
      <summary>
        <span className={css['name']}>{name}</span>
        <span className={css['count']}>{plural(bookCount, { one: '# book', other: '# books' })}</span>
      </summary>
      {by !== undefined && <p className={css['by']}>{by}</p>}
      <ul className={css['books']}>
        {sampleBooks.map((book) => (
          <li key={book}>{book}</li>
        ))}
        {rest > 0 && <li className={css['rest']}>{plural(rest, { one: 'and # more', other: 'and # more' })}</li>}
      </ul>
    </details>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Note tone="warning">
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{endSentence(warning)}</li>
        ))}
      </ul>
    </Note>
  );
}
