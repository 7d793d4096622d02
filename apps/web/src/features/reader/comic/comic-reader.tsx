import { t } from '@lingui/core/macro';
import { BarChoice, BottomBar } from '../controls/bottom-bar.tsx';
import { EndPanel } from '../controls/end-panel.tsx';
import { GoTo } from '../controls/go-to.tsx';
import { ReaderShell } from '../controls/reader-shell.tsx';
import { Scrubber } from '../controls/scrubber.tsx';
import { Sheet } from '../controls/sheet.tsx';
import { sayPages, showPages } from '../engine/describe-pages.ts';
import { PAGE_SETTINGS } from '#entities/preferences/reading-options.ts';
import { ComicSettings, listPageOptions } from './comic-settings.tsx';
import { PageGrid } from './page-grid.tsx';
import { storedPages } from './page-source.ts';
import { PagedView } from './paged-view.tsx';
import { StripView } from './strip-view.tsx';
import { type Comic, type PageBook, useComic } from './use-comic.ts';
import { usePageMenu } from './use-page-menu.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';

/** Reads a book of images in an archive. */
export function ComicReader(props: Omit<PageBook, 'createSource'>) {
  return <PageBookReader {...props} createSource={storedPages} />;
}

/** Reads any book of page images, from any source. */
export function PageBookReader(input: PageBook) {
  return input.book.shareId === undefined ? <OwnPageBook {...input} /> : <LinkedPageBook {...input} />;
}

function OwnPageBook(input: PageBook) {
  const comic = useComic(input);
  return <OpenPageBook input={input} comic={comic} menu={usePageMenu(input.book, comic.shown)} />;
}

/** Behind a link, pages have no actions. */
function LinkedPageBook(input: PageBook) {
  return <OpenPageBook input={input} comic={useComic(input)} menu={undefined} />;
}

interface OpenPageBookProps {
  readonly input: PageBook;
  readonly comic: Comic;
  readonly menu: readonly MenuItem[] | undefined;
}

function OpenPageBook({ input, comic, menu }: OpenPageBookProps) {
  const { book, onClose } = input;
  const { shell, shown, shapes, settings, spreads } = comic;
  return (
    <ReaderShell
      shell={shell}
      title={book.title}
      subtitle={findSubtitle(book)}
      isIncognito={comic.incognito.isIncognito}
      elsewhere={comic.elsewhere}
      onClose={onClose}
      place={sayPages(shown, shapes.length, comic.findLabel)}
      look={settings.background}
      brightness={settings.brightness}
      refreshPages={settings.refreshPages}
      options={listPageOptions(spreads.direction)}
      menu={menu}
      bottom={<Bottom comic={comic} />}
      panels={<Panels comic={comic} input={input} />}
    >
      <Pages comic={comic} isLinked={book.shareId !== undefined} onClose={onClose} />
    </ReaderShell>
  );
}

/** The place in the series, which a link does not tell. */
function findSubtitle({ number, seriesName, shareId }: PageBook['book']): string | undefined {
  if (shareId !== undefined) return undefined;
  return number === null ? seriesName : `${seriesName} · ${number}`;
}

interface PagesProps {
  readonly comic: Comic;
  readonly isLinked: boolean;
  readonly onClose: () => void;
}

function Pages({ comic, isLinked, onClose }: PagesProps) {
  const { store, source, settings, spreads, shell, beyond, turn } = comic;
  const common = { ref: comic.view, store, source, settings, onBars: shell.bars.toggle };
  const panel = { isLinked, onStay: beyond.stay, onClose };
  if (spreads.direction === 'webtoon') {
    const end = (
      <EndPanel
        {...panel}
        turn="next"
        beyond={beyond.bookAt('next')}
        place="inline"
        onOpen={() => beyond.open('next')}
      />
    );
    return (
      <StripView
        {...common}
        shapes={comic.shapes}
        target={comic.target}
        end={end}
        onPlace={comic.follow}
        onBeyond={(way) => turn(way, true)}
      />
    );
  }
  const { asked } = beyond;
  return (
    <>
      <PagedView
        {...common}
        scene={comic.scene}
        arrival={comic.arrival}
        direction={spreads.direction}
        onTurn={turn}
        onLeave={onClose}
        onPlace={(place) => comic.follow(place, place.page)}
      />
      {asked !== undefined && (
        <EndPanel
          {...panel}
          turn={asked}
          beyond={beyond.bookAt(asked)}
          place="over"
          onOpen={() => beyond.open(asked)}
        />
      )}
    </>
  );
}

function Bottom({ comic }: { readonly comic: Comic }) {
  const { shown, shapes, shell, spreads, settings, source } = comic;
  const isStrip = spreads.direction === 'webtoon';
  return (
    <BottomBar
      place={showPages(shown, shapes.length, comic.findLabel)}
      onGoTo={() => shell.openPanel('goTo')}
      scrubber={
        <Scrubber
          page={shown[0] ?? 1}
          pageCount={shapes.length}
          rightToLeft={spreads.direction === 'rtl'}
          describe={(page) => sayPages([page], shapes.length, comic.findLabel)}
          preview={source.thumbnail}
          onGo={comic.goTo}
        />
      }
    >
      {!isStrip && (
        <BarChoice
          label={t`Pages`}
          value={PAGE_SETTINGS.layout.labels[spreads.layout]}
          onClick={() => comic.perform('cycleLayout')}
        />
      )}
      <BarChoice
        label={t`Fit`}
        value={PAGE_SETTINGS.fit.labels[settings.fit]}
        onClick={() => comic.perform('cycleFit')}
      />
    </BottomBar>
  );
}

function Panels({ comic, input }: { readonly comic: Comic; readonly input: PageBook }) {
  const { shell, shown, shapes } = comic;
  const close = () => shell.openPanel(undefined);
  const page = shown[0] ?? 1;
  switch (shell.panel) {
    case 'settings':
      return (
        <Sheet title={t`Settings`} onClose={close}>
          <ComicSettings spreads={comic.spreads} book={input.book} incognito={comic.incognito} />
        </Sheet>
      );
    case 'contents':
      return <PageGrid source={comic.source} shapes={shapes} page={page} onGo={comic.goTo} onClose={close} />;
    case 'goTo':
      return <GoTo page={page} pageCount={shapes.length} onGo={comic.goTo} onClose={close} />;
    case 'help':
    case undefined:
      return null;
  }
}
