import type { StrategyPreview } from '@lectern/contract';
import { formatCount } from '#lib/format.ts';
import { CheckField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Note } from '#ui/notice.tsx';
import { Names, Outlook } from './outlook.tsx';
import css from './outlook.module.css';
import type { Preview } from './use-previews.ts';

interface StrategyOutlookProps {
  readonly preview: Preview<StrategyPreview>;
  /** Whether the books are sorted anew as soon as it is saved. */
  readonly now: boolean;
  readonly onNow: (now: boolean) => void;
}

/** What another way of sorting would do to the books, before it is done. */
export function StrategyOutlook({ preview, now, onNow }: StrategyOutlookProps) {
  if (!preview.asked) return null;
  return (
    <section className={css['part']} aria-label="Sorting the books anew">
      <h3>Sorting the books anew</h3>
      <Outlook preview={preview} doing="Working out what would change">
        {(change) => <Change change={change} />}
      </Outlook>
      <CheckField
        label="Sort the books anew after saving"
        hint="Reads every file again. Otherwise it happens with the next scan that does so."
        checked={now}
        onChecked={onNow}
      />
    </section>
  );
}

function Change({ change }: { readonly change: StrategyPreview }) {
  const { booksTotal, booksChanged, warnings, examples } = change;
  if (booksChanged === 0) {
    return (
      <p role="status" className={css['headline']}>
        Nothing would change
      </p>
    );
  }
  return (
    <>
      <p role="status">
        <b className={css['headline']}>{`${formatCount(booksChanged, 'book')} of ${booksTotal} would change`}</b>
      </p>
      <Counts change={change} />
      {warnings.map((warning) => (
        <Note key={warning} tone="warning">
          {warning}.
        </Note>
      ))}
      <p className={css['safe']}>
        <Icon name="check" size={16} />
        Nothing is lost: a book keeps its progress, its edits and its places in lists wherever it goes, and no file is
        touched.
      </p>
      <ul className={css['examples']}>
        {examples.map((example) => (
          <li key={example.bookId}>
            <Example example={example} />
          </li>
        ))}
      </ul>
      {booksChanged > examples.length && (
        <p className={css['rest']}>and {formatCount(booksChanged - examples.length, 'more book')}</p>
      )}
    </>
  );
}

function Counts({ change }: { readonly change: StrategyPreview }) {
  const { seriesBefore, seriesAfter, seriesChanged, titlesChanged, numbersChanged } = change;
  return (
    <dl className={css['counts']}>
      <div>
        <dt>Series</dt>
        <dd>{seriesBefore === seriesAfter ? seriesAfter : `${seriesBefore} → ${seriesAfter}`}</dd>
      </div>
      {seriesChanged > 0 && (
        <div>
          <dt>Go to another series</dt>
          <dd>{formatCount(seriesChanged, 'book')}</dd>
        </div>
      )}
      {titlesChanged > 0 && (
        <div>
          <dt>Get another title</dt>
          <dd>{formatCount(titlesChanged, 'book')}</dd>
        </div>
      )}
      {numbersChanged > 0 && (
        <div>
          <dt>Get another number</dt>
          <dd>{formatCount(numbersChanged, 'book')}</dd>
        </div>
      )}
      {change.seriesCreated > 0 && (
        <div className={css['tall']}>
          <dt>{formatCount(change.seriesCreated, 'new series', 'new series')}</dt>
          <dd>
            <Names names={change.sampleCreated} total={change.seriesCreated} />
          </dd>
        </div>
      )}
      {change.seriesEmptied > 0 && (
        <div className={css['tall']}>
          <dt>{formatCount(change.seriesEmptied, 'series is', 'series are')} left without books</dt>
          <dd>
            <Names names={change.sampleEmptied} total={change.seriesEmptied} />
            <p className={css['hint']}>They vanish; those that somebody edited are kept, hidden.</p>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Example({ example }: { readonly example: StrategyPreview['examples'][number] }) {
  const { path, before, after } = example;
  const rows = [
    ['Series', before.series, after.series],
    ['Title', before.title, after.title],
    ['Number', before.number ?? 'none', after.number ?? 'none'],
  ].filter(([, from, to]) => from !== to);
  return (
    <>
      <p className={css['file']}>{path}</p>
      {rows.map(([label, from, to]) => (
        <p key={label} className={css['turn']}>
          <span className={css['label']}>{label}</span> <del>{from}</del> <Icon name="forward" size={14} />{' '}
          <ins>{to}</ins>
        </p>
      ))}
    </>
  );
}
