import { t } from '@lingui/core/macro';
import type { Incognito } from '../controls/use-incognito.ts';
import type { ReaderOptions } from '../controls/use-reader-commands.ts';
import type { Direction } from '../engine/direction.ts';
import { CONTROL_SETTINGS, PAGE_SETTINGS } from '#entities/preferences/reading-options.ts';
import { SettingsPanel } from '../settings/panel.tsx';
import { ChoiceField } from '#entities/preferences/option-field.tsx';
import { toSeriesSettings } from '#entities/preferences/series-choices.ts';
import { Button } from '#ui/controls/button.tsx';
import { useSeriesChoice } from '../settings/use-series-choice.ts';
import css from './comic-settings.module.css';
import type { ReaderBook } from '../reader-props.ts';
import type { Spreads } from './use-spreads.ts';

const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  ltr: t`Left to right`,
  rtl: t`Right to left`,
  ttb: t`Top to bottom`,
  webtoon: t`Webtoon`,
};

const { layout, stripWidth, stripGap, fit, ...others } = PAGE_SETTINGS;
const PAGED = [{ fit }, others, CONTROL_SETTINGS];
const STRIP = [{ stripWidth, stripGap }, others, CONTROL_SETTINGS];

/** Options for the books of every series. */
export function listPageOptions(direction: Direction): ReaderOptions {
  return direction === 'webtoon' ? STRIP : PAGED;
}

interface ComicSettingsProps {
  readonly spreads: Spreads;
  readonly book: ReaderBook;
  readonly incognito: Incognito;
}

/** Direction and layout are stored per series, everything else for all books. */
export function ComicSettings({ spreads, book, incognito }: ComicSettingsProps) {
  const isStrip = spreads.direction === 'webtoon';
  const { seriesName } = book;
  const { choice, reset } = useSeriesChoice(book);
  return (
    <SettingsPanel
      book={book}
      shown={toSeriesSettings(spreads)}
      groups={listPageOptions(spreads.direction)}
      incognito={incognito}
    >
      <ChoiceField
        label={t`Reading direction`}
        labels={DIRECTION_WORDS}
        value={spreads.direction}
        onChange={spreads.chooseDirection}
      />
      {!isStrip && (
        <ChoiceField
          label={layout.label}
          labels={layout.labels}
          value={spreads.layout}
          onChange={spreads.chooseLayout}
        />
      )}
      {book.shareId === undefined && <p className={css['note']}>{t`Saved for ${seriesName} only.`}</p>}
      {Object.keys(choice).length > 0 && <Button icon="refresh" onClick={reset}>{t`Reset for this series`}</Button>}
    </SettingsPanel>
  );
}
