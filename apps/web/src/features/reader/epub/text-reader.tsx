import { t } from '@lingui/core/macro';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { formatNumber, formatShare } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { BottomBar } from '../controls/bottom-bar.tsx';
import { EndPanel } from '../controls/end-panel.tsx';
import { GoTo } from '../controls/go-to.tsx';
import { ReaderShell } from '../controls/reader-shell.tsx';
import { Scrubber } from '../controls/scrubber.tsx';
import { Sheet } from '../controls/sheet.tsx';
import { type Incognito, useIncognito } from '../controls/use-incognito.ts';
import { type Neighbours, useNeighbours } from '../controls/use-neighbours.ts';
import { useSize } from '../controls/use-size.ts';
import type { ReaderBook, ReaderProps } from '../reader-props.ts';
import { CONTROL_SETTINGS, PAGE_SETTINGS, TEXT_SETTINGS } from '#entities/preferences/reading-options.ts';
import { SettingsPanel } from '../settings/panel.tsx';
import { useReadingOptions } from '#entities/preferences/reading-store.ts';
import type { Look } from './chapter-document.ts';
import { ChapterFrame } from './chapter-frame.tsx';
import { getPaperColours } from './chapter-styles.ts';
import { Contents } from './contents.tsx';
import css from './epub-reader.module.css';
import { placeAtPosition, getPosition, type TextPlace, getTotalProgression } from './locate.ts';
import { findHeading, type Publication } from './publication.ts';
import { QuoteBar } from './quote-bar.tsx';
import type { Passage } from './read-passage.ts';
import { useAppColours } from './use-app-colours.ts';
import { type OpenText, useText } from './use-text.ts';
import { isAtEnd, useTextMarks } from './use-text-marks.ts';
import { useNextChapter } from './use-next-chapter.ts';
import { type TextControls, useTextControls } from './use-text-controls.ts';

interface TextReaderProps extends ReaderProps {
  readonly publication: Publication;
  readonly start: TextPlace;
}

const { brightness } = PAGE_SETTINGS;
const SETTING_GROUPS = [TEXT_SETTINGS, { brightness }, CONTROL_SETTINGS];

/** An open text book. */
export function TextReader({ publication, start, book, ...props }: TextReaderProps) {
  const settings = useReadingOptions();
  const incognito = useIncognito({ book, isIncognito: props.isIncognito });
  const { isIncognito } = incognito;
  const beyond = useNeighbours(book, props.onOpenBook);
  const text = useText(publication, start, { onBeyond: beyond.turn, onMove: beyond.stay });
  useNextChapter(publication, text.shown?.chapter);
  const elsewhere = useTextMarks({
    opened: { book, onFollow: props.onFollow },
    publication,
    spot: text.spot,
    isReady: text.shown !== undefined,
    isIncognito,
  });
  const controls = useTextControls({
    publication,
    text,
    settings,
    beyond,
    onClose: props.onClose,
    toggleIncognito: incognito.toggle,
  });
  const isLinked = book.shareId !== undefined;
  const parts = { publication, text, controls };
  return (
    <ReaderShell
      shell={controls.shell}
      title={book.title}
      subtitle={findHeading(publication, text.spot.chapter)}
      isIncognito={isIncognito}
      elsewhere={elsewhere}
      onClose={props.onClose}
      place={sayPlace(publication, text)}
      look="theme"
      brightness={settings.brightness}
      refreshPages={settings.refreshPages}
      options={SETTING_GROUPS}
      menu={isLinked ? undefined : []}
      bottom={<Bottom {...parts} />}
      panels={<Panels {...parts} book={book} incognito={incognito} />}
    >
      <Pages {...parts} book={book} />
      <Ends beyond={beyond} isLinked={isLinked} onClose={props.onClose} />
    </ReaderShell>
  );
}

interface Parts {
  readonly publication: Publication;
  readonly text: OpenText;
  readonly controls: TextControls;
}

function sayShare(publication: Publication, text: OpenText): string {
  return formatShare(isAtEnd(publication, text.spot) ? 1 : Math.min(0.99, getTotalProgression(publication, text.spot)));
}

function sayPlace(publication: Publication, text: OpenText): string {
  const { chapter, screen, screens } = text.spot;
  const heading = findHeading(publication, chapter);
  const percent = sayShare(publication, text);
  if (screens <= 1) return t`${percent} of the book`;
  const [page, total] = [formatNumber(screen + 1), formatNumber(screens)];
  return heading === undefined
    ? t`Page ${page} of ${total}, ${percent} of the book`
    : t`Page ${page} of ${total} in ${heading}, ${percent} of the book`;
}

function sayWayBack(share: number): string {
  const percent = formatShare(share);
  return t`Back to ${percent}`;
}

/** Look of the chapters; undefined until the window is measured. */
function useLook(stage: RefObject<HTMLDivElement | null>): Look | undefined {
  const settings = useReadingOptions();
  const window = useSize(stage);
  const colours = useAppColours(stage);
  return useMemo(
    () =>
      window === undefined || colours === undefined
        ? undefined
        : { settings, window, colours: getPaperColours(settings.textTheme, colours) },
    [settings, window, colours],
  );
}

interface PagesProps extends Parts {
  readonly book: ReaderProps['book'];
}

/** The selected text, and the opening of its chapter. */
interface Selected {
  readonly serial: number;
  readonly passage: Passage | undefined;
}

function Pages({ publication, text, controls, book }: PagesProps) {
  const [selected, setSelected] = useState<Selected>();
  const stage = useRef<HTMLDivElement>(null);
  const look = useLook(stage);
  const paper = useRef<HTMLDivElement>(null);
  return (
    <div ref={stage} className={css['stage']} data-testid="text-view">
      <div
        ref={paper}
        className={css['chapter']}
        style={look === undefined ? {} : { background: look.colours.paper }}
        aria-hidden="true"
      />
      {look !== undefined &&
        text.openings.map((opening) => (
          <ChapterFrame
            key={opening.serial}
            address={publication.chapters[opening.chapter]?.address ?? ''}
            title={findHeading(publication, opening.chapter) ?? publication.title}
            look={look}
            aim={opening.aim}
            isShown={text.shown?.serial === opening.serial}
            input={controls.inputFor(opening, look.window)}
            onReady={(chapter) => text.ready(opening, chapter)}
            onDressed={() => text.follow(false)}
            onFail={text.fail}
            onSelect={(passage) => setSelected({ serial: opening.serial, passage })}
          />
        ))}
      {text.shown !== undefined && book.shareId === undefined && (
        <QuoteBar
          book={book}
          href={publication.chapters[text.shown.chapter]?.href ?? ''}
          passage={selected?.serial === text.shown.serial ? selected.passage : undefined}
        />
      )}
      {controls.cameFrom !== undefined && (
        <div className={css['back']}>
          <Button icon="back" onClick={controls.goBack}>
            {sayWayBack(getTotalProgression(publication, controls.cameFrom))}
          </Button>
        </div>
      )}
      {text.failure !== undefined && (
        <div className={css['failure']} role="alert">
          <p>{text.failure}</p>
          <Button icon="refresh" onClick={text.retry}>{t`Try again`}</Button>
        </div>
      )}
    </div>
  );
}

interface EndsProps {
  readonly beyond: Neighbours;
  readonly isLinked: boolean;
  readonly onClose: () => void;
}

function Ends({ beyond, isLinked, onClose }: EndsProps) {
  const { asked } = beyond;
  if (asked === undefined) return null;
  return (
    <EndPanel
      turn={asked}
      beyond={beyond.bookAt(asked)}
      isLinked={isLinked}
      place="over"
      onOpen={() => beyond.open(asked)}
      onStay={beyond.stay}
      onClose={onClose}
    />
  );
}

function Bottom({ publication, text, controls }: Parts) {
  return (
    <BottomBar
      place={sayShare(publication, text)}
      onGoTo={() => controls.shell.openPanel('goTo')}
      scrubber={
        <Scrubber
          page={getPosition(publication, text.spot)}
          pageCount={publication.total}
          rightToLeft={text.isRightToLeft}
          describe={(position) => {
            const place = placeAtPosition(publication, position);
            const percent = formatShare(getTotalProgression(publication, place));
            return [percent, findHeading(publication, place.chapter)].filter((part) => part !== undefined).join(' · ');
          }}
          preview={undefined}
          onGo={controls.goToPosition}
        />
      }
    />
  );
}

interface PanelsProps extends Parts {
  readonly book: ReaderBook;
  readonly incognito: Incognito;
}

function Panels({ publication, text, controls, book, incognito }: PanelsProps) {
  const { shell } = controls;
  const close = () => shell.openPanel(undefined);
  switch (shell.panel) {
    case 'settings':
      return (
        <Sheet title={t`Settings`} onClose={close}>
          <SettingsPanel book={book} groups={SETTING_GROUPS} incognito={incognito} />
        </Sheet>
      );
    case 'contents':
      return (
        <Sheet title={t({ message: 'Contents', context: 'of a book' })} onClose={close}>
          <Contents
            publication={publication}
            chapter={text.spot.chapter}
            onGo={({ chapter, fragment }) => {
              close();
              text.goTo(chapter, { kind: 'fragment', id: fragment });
            }}
          />
        </Sheet>
      );
    case 'goTo':
      return (
        <GoTo
          page={getPosition(publication, text.spot)}
          pageCount={publication.total}
          onGo={controls.goToPosition}
          onClose={close}
        />
      );
    case 'help':
    case undefined:
      return null;
  }
}
