import { plural, t } from '@lingui/core/macro';
import type { StrategyPreview } from '@lectern/contract';
import { CheckField } from '#ui/controls/field.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Names, Outlook } from './outlook.tsx';
import css from './outlook.module.css';
import { type Move, listMoves } from './moves.ts';
import type { Preview } from './use-previews.ts';

interface StrategyOutlookProps {
  readonly preview: Preview<StrategyPreview>;
  /** Whether saving regroups the books at once. */
  readonly now: boolean;
  readonly onNow: (now: boolean) => void;
}

/** Most lines of each kind. */
const SHOWN = 8;

/** Preview of another grouping strategy. */
export function StrategyOutlook({ preview, now, onNow }: StrategyOutlookProps) {
  if (!preview.asked) return null;
  return (
    <section className={css['part']} aria-label={t`Sorting the books anew`}>
      <h3>{t`Sorting the books anew`}</h3>
      <Outlook preview={preview} doing={t`Working out what would change`}>
        {(change) => <Change change={change} />}
      </Outlook>
      <CheckField
        label={t`Sort the books anew after saving`}
        hint={t`Reads every file again. Otherwise it happens with the next scan that does so.`}
        checked={now}
        onChecked={onNow}
      />
    </section>
  );
}

function Change({ change }: { readonly change: StrategyPreview }) {
  const { booksTotal, booksChanged, warnings, examples } = change;
  if (booksChanged === 0) {
    return <p role="status" className={css['headline']}>{t`Nothing would change`}</p>;
  }
  return (
    <>
      <p role="status">
        <b
          className={css['headline']}
        >{t`${plural(booksChanged, { one: '# book', other: '# books' })} of ${booksTotal} would change`}</b>
      </p>
      <Counts change={change} />
      {warnings.map((warning) => (
        <Note key={warning} tone="warning">
          {warning}.
        </Note>
      ))}
      <p className={css['safe']}>
        <Icon name="check" size={16} />
        {t`Nothing is lost: a book keeps its progress, its edits and its places in lists wherever it goes, and no file is touched.`}
      </p>
      <Moves moves={listMoves(examples)} isAll={examples.length === booksChanged} />
      <Renamed examples={examples} />
    </>
  );
}

function Counts({ change }: { readonly change: StrategyPreview }) {
  const { seriesBefore, seriesAfter, seriesChanged, titlesChanged, numbersChanged } = change;
  return (
    <dl className={css['counts']}>
      <div>
        <dt>{t`Series`}</dt>
        <dd>{seriesBefore === seriesAfter ? t`${seriesAfter}, as before` : `${seriesBefore} → ${seriesAfter}`}</dd>
      </div>
      {seriesChanged > 0 && (
        <div>
          <dt>{t`Another series, or another name of it`}</dt>
          <dd>{plural(seriesChanged, { one: '# book', other: '# books' })}</dd>
        </div>
      )}
      {titlesChanged > 0 && (
        <div>
          <dt>{t`Get another title`}</dt>
          <dd>{plural(titlesChanged, { one: '# book', other: '# books' })}</dd>
        </div>
      )}
      {numbersChanged > 0 && (
        <div>
          <dt>{t`Get another number`}</dt>
          <dd>{plural(numbersChanged, { one: '# book', other: '# books' })}</dd>
        </div>
      )}
      {change.seriesCreated > 0 && (
        <div className={css['tall']}>
          <dt>{plural(change.seriesCreated, { one: '# new series', other: '# new series' })}</dt>
          <dd>
            <Names names={change.sampleCreated} total={change.seriesCreated} />
          </dd>
        </div>
      )}
      {change.seriesEmptied > 0 && (
        <div className={css['tall']}>
          <dt>{t`${plural(change.seriesEmptied, { one: '# series is', other: '# series are' })} left without books`}</dt>
          <dd>
            <Names names={change.sampleEmptied} total={change.seriesEmptied} />
            <p className={css['hint']}>{t`They vanish; those that somebody edited are kept, hidden.`}</p>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface MovesProps {
  readonly moves: readonly Move[];
  /** False when the server cut the list of moves. */
  readonly isAll: boolean;
}

function Moves({ moves, isAll }: MovesProps) {
  if (moves.length === 0) return null;
  return (
    <section aria-label={t`Series that change`} className={css['list']}>
      <h4>{t`Series that change`}</h4>
      <ul className={css['examples']}>
        {moves.slice(0, SHOWN).map(({ from, to, bookCount }) => (
          <li key={`${from}\n${to}`} className={css['move']}>
            <span className={css['turn']}>
              <Turn from={from} to={to} />
            </span>
            <span className={css['count']}>{plural(bookCount, { one: '# book', other: '# books' })}</span>
          </li>
        ))}
      </ul>
      {(moves.length > SHOWN || !isAll) && (
        <p className={css['rest']}>{moves.length > SHOWN ? t`and ${moves.length - SHOWN} more` : t`and others`}</p>
      )}
    </section>
  );
}

function Renamed({ examples }: { readonly examples: StrategyPreview['examples'] }) {
  const renamed = examples.filter(
    ({ before, after }) => before.title !== after.title || before.number !== after.number,
  );
  if (renamed.length === 0) return null;
  return (
    <section aria-label={t`Books that get another title or number`} className={css['list']}>
      <h4>{t`Get another title or number`}</h4>
      <ul className={css['examples']}>
        {renamed.slice(0, SHOWN).map(({ bookId, path, before, after }) => (
          <li key={bookId}>
            <p className={css['file']}>{path}</p>
            {before.title !== after.title && (
              <p className={css['turn']}>
                <Turn from={before.title} to={after.title} />
              </p>
            )}
            {before.number !== after.number && (
              <p className={css['turn']}>
                <span className={css['label']}>{t`Number`}</span>{' '}
                <Turn from={before.number ?? 'none'} to={after.number ?? 'none'} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Turn({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <>
      <del>{from}</del> <span aria-hidden="true">→</span>
      <span className="visually-hidden"> {t`becomes`} </span> <ins>{to}</ins>
    </>
  );
}
