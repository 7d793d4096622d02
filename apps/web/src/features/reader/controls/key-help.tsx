import { t } from '@lingui/core/macro';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type ReaderAction, USUAL_KEYS } from '../engine/key-map.ts';
import css from './key-help.module.css';

const WORDS: readonly (readonly [string, readonly ReaderAction[]])[] = [
  [t`Turn by reading direction`, ['left', 'right']],
  [t`Next, previous; scrolls first on long pages`, ['advance', 'retreat']],
  [t`Next page`, ['next']],
  [t`Previous page`, ['previous']],
  [t`Scroll, then turn`, ['up', 'down']],
  [t`First, last page`, ['first', 'last']],
  [t`Previous, next book`, ['previousBook', 'nextBook']],
  [t`Show or hide the bars`, ['bars']],
  [t`Contents and page grid`, ['contents']],
  [t`Settings`, ['settings']],
  [t`Go to page or percent`, ['goTo']],
  [t`Full screen`, ['fullScreen']],
  [t`Single, double, double with cover alone`, ['cycleLayout']],
  [t`Shift the spread by one`, ['shiftSpread']],
  [t`Change the fit`, ['cycleFit']],
  [t`Zoom in, out, reset`, ['zoomIn', 'zoomOut', 'zoomReset']],
  [t`Left to right, right to left, top to bottom, webtoon`, ['leftToRight', 'rightToLeft', 'vertical', 'webtoon']],
  [t`Incognito: saves no progress`, ['incognito']],
  [t`This list`, ['help']],
  [t`Close what is open, then the reader`, ['close']],
];

const GESTURES: readonly (readonly [string, string])[] = [
  [t`Tap left or right`, t`Turn`],
  [t`Tap the middle`, t`Show or hide the bars`],
  [t`Drag sideways`, t`Turn; the page follows`],
  [t`Pinch, or double tap the middle`, t`Zoom`],
  [t`Drag down`, t`Close the reader`],
];

const SHOWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: t`Page up`,
  PageDown: t`Page down`,
  Home: t({ message: 'Home', context: 'key of a keyboard' }),
  End: t({ message: 'End', context: 'key of a keyboard' }),
  Enter: t`Enter`,
  Escape: t`Esc`,
  Space: t`Space`,
  'Shift+Space': t`Shift+Space`,
};

function listKeys(actions: readonly ReaderAction[]): readonly string[] {
  const keys = actions.flatMap((action) => USUAL_KEYS[action]);
  return keys.filter((key) => !key.startsWith('Media') && !key.startsWith('Audio')).map((key) => SHOWN[key] ?? key);
}

/** Lists all keys and gestures from the key map. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t`Keys and gestures`} open onClose={onClose} wide>
      <div className={css['columns']} role="group" aria-label={t`Keys and gestures`} tabIndex={0}>
        <dl className={css['list']}>
          {WORDS.map(([words, actions]) => (
            <div key={actions[0]}>
              <dt>
                {listKeys(actions).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <dl className={css['list']}>
          {GESTURES.map(([gesture, words]) => (
            <div key={gesture}>
              <dt>{gesture}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
