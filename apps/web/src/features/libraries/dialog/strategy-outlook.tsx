import { plural, t } from '@lingui/core/macro';
import type { StrategyPreview } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';
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
    <section className={css['part']} aria-label={t`Reorganizing the books`}>
      <h3>{t`Reorganizing the books`}</h3>
      <Outlook preview={preview} doing={t`Finding out what would change`}>
        {(change) => <Change change={change} />}
      </Outlook>
      <CheckField
        label={t`Reorganize the books after saving`}
        hint={t`Reads every file again. Otherwise the next scan of all files does it.`}
        checked={now}
        onChecked={onNow}
      />
    </section>
  );
}

function Change({ change }: { readonly change: StrategyPreview }) {
  const { booksChanged, warnings, examples } = change;
  const total = formatNumber(change.booksTotal);
  if (booksChanged === 0) {
    return <p role="status" className={css['headline']}>{t`Nothing would change`}</p>;
  }
  return (
    <>
      <p role="status">
        <b className={css['headline']}>
          {plural(booksChanged, { one: `# book of ${total} would change`, other: `# books of ${total} would change` })}
        </b>
      </p>
      <Counts change={change} />
      {warnings.map((warning) => (
        <Note key={warning} tone="warning">
          {warning}.
        </Note>
      ))}
      <p className={css['safe']}>
        <Icon name="check" size={16} />
        {t`Nothing is lost: books keep their progress, their edits and their places in lists. No file is touched.`}
      </p>
      <Moves moves={listMoves(examples)} isAll={examples.length === booksChanged} />
      <Renamed examples={examples} />
    </>
  );
}

function Counts({ change }: { readonly change: StrategyPreview }) {
  const { seriesChanged, titlesChanged, numbersChanged, seriesCreated, seriesEmptied } = change;
  const before = formatNumber(change.seriesBefore);
  const after = formatNumber(change.seriesAfter);
  return (
    <dl className={css['counts']}>
      <div>
        <dt>{t({ message: 'Series', context: 'one' })}</dt>
        <dd>{before === after ? t`${after}, as before` : `${before} → ${after}`}</dd>
      </div>
      {seriesChanged > 0 && (
        <div>
          <dt>{t`New series or series name`}</dt>
          <dd>{plural(seriesChanged, { one: '# book', other: '# books' })}</dd>
        </div>
      )}
      {titlesChanged > 0 && (
        <div>
          <dt>{t`New title`}</dt>
          <dd>{plural(titlesChanged, { one: '# book', other: '# books' })}</dd>
        </div>
      )}
      {numbersChanged > 0 && (
        <div>
          <dt>{t`New number`}</dt>
          <dd>{plural(numbersChanged, { one: '# book', other: '# books' })}</dd>
        </div>
      )}
      {seriesCreated > 0 && (
        <div className={css['tall']}>
          <dt>{plural(seriesCreated, { one: '# new series', other: '# new series' })}</dt>
          <dd>
            <Names names={change.sampleCreated} total={seriesCreated} />
          </dd>
        </div>
      )}
      {seriesEmptied > 0 && (
        <div className={css['tall']}>
          <dt>{plural(seriesEmptied, { one: '# series without books', other: '# series without books' })}</dt>
          <dd>
            <Names names={change.sampleEmptied} total={seriesEmptied} />
            <p className={css['hint']}>{t`They are removed. Series that a user edited are kept, but hidden.`}</p>
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
  const rest = moves.length - SHOWN;
  return (
    <section aria-label={t`Changed series`} className={css['list']}>
      <h4>{t`Changed series`}</h4>
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
      {(rest > 0 || !isAll) && (
        <p className={css['rest']}>
          {rest > 0 ? plural(rest, { one: 'and # more', other: 'and # more' }) : t`and others`}
        </p>
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
    <section aria-label={t`New titles and numbers`} className={css['list']}>
      <h4>{t`New titles and numbers`}</h4>
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
                <Turn from={before.number ?? t`none`} to={after.number ?? t`none`} />
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
