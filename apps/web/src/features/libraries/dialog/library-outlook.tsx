import { plural, t } from '@lingui/core/macro';
import type { RefObject } from 'react';
import css from './library-dialog.module.css';
import type { LibraryForm } from './library-form.ts';
import { IdleOutlook } from './outlook.tsx';
import { matchedWords, PathOutlook } from './path-outlook.tsx';
import { foundWords } from '#entities/library/scan-preview.ts';
import { ScanOutlook } from './scan-outlook.tsx';
import { StrategyOutlook } from './strategy-outlook.tsx';
import type { Previews } from './use-previews.ts';

interface LibraryOutlookProps {
  readonly ref: RefObject<HTMLElement | null>;
  readonly form: LibraryForm;
  readonly isNew: boolean;
}

/** Preview of saving, beside the form; below the first fields in narrow windows. */
export function LibraryOutlook({ ref, form, isNew }: LibraryOutlookProps) {
  const { previews } = form;
  const isIdle = !isNew && !previews.path.asked && !previews.strategy.asked;
  return (
    <section ref={ref} tabIndex={-1} aria-label={t`Preview`} className={css['outlook']} data-idle={isIdle}>
      {isNew && <ScanOutlook preview={previews.scan} hasFolder={form.draft.path.trim() !== ''} />}
      {isIdle && (
        <IdleOutlook>{t`Change the folder or how books are organized to preview the result here before you save.`}</IdleOutlook>
      )}
      <PathOutlook preview={previews.path} />
      <StrategyOutlook preview={previews.strategy} now={form.sortsNow} onNow={form.setSortsNow} />
    </section>
  );
}

/** The preview in a few words; undefined when there is nothing to report. */
export function outlookWords({ scan, path, strategy }: Previews): string | undefined {
  const changed = strategy.data?.booksChanged;
  const parts = [
    scan.data === undefined ? undefined : foundWords(scan.data),
    path.data === undefined ? undefined : matchedWords(path.data),
    changed === undefined ? undefined : plural(changed, { one: '# book would change', other: '# books would change' }),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' · ');
}
