import { Dialog } from '#ui/overlays/dialog.tsx';
import { type ReaderAction, USUAL_KEYS } from '../engine/key-map.ts';
import css from './key-help.module.css';

const WORDS: readonly (readonly [string, readonly ReaderAction[]])[] = [
  ['Turn by reading direction', ['left', 'right']],
  ['Next, previous; scrolls first where the page goes on', ['advance', 'retreat']],
  ['Next page', ['next']],
  ['Previous page', ['previous']],
  ['Scroll, then turn', ['up', 'down']],
  ['First, last page', ['first', 'last']],
  ['Previous, next book', ['previousBook', 'nextBook']],
  ['Bars', ['bars']],
  ['Contents and page grid', ['contents']],
  ['Settings', ['settings']],
  ['Go to page or percent', ['goTo']],
  ['Full screen', ['fullScreen']],
  ['Single, double, double with cover', ['cycleLayout']],
  ['Shift the spread by one', ['shiftSpread']],
  ['Fit', ['cycleFit']],
  ['Zoom in, out, back', ['zoomIn', 'zoomOut', 'zoomReset']],
  ['Left to right, right to left, vertical, webtoon', ['leftToRight', 'rightToLeft', 'vertical', 'webtoon']],
  ['Incognito: keeps no progress', ['incognito']],
  ['This list', ['help']],
  ['Close what is open, then the reader', ['close']],
];

const GESTURES: readonly (readonly [string, string])[] = [
  ['Tap left or right', 'Turn'],
  ['Tap the middle', 'Bars'],
  ['Drag sideways', 'Turn; the page follows'],
  ['Pinch, or double tap the middle', 'Zoom'],
  ['Drag down', 'Close the reader'],
];

const SHOWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page up',
  PageDown: 'Page down',
  Escape: 'Esc',
};

function listKeys(actions: readonly ReaderAction[]): readonly string[] {
  const keys = actions.flatMap((action) => USUAL_KEYS[action]);
  return keys.filter((key) => !key.startsWith('Media') && !key.startsWith('Audio')).map((key) => SHOWN[key] ?? key);
}

/** Lists all keys and gestures from the key map. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys and gestures" open onClose={onClose} wide>
      <div className={css['columns']} role="group" aria-label="Keys and gestures" tabIndex={0}>
        <dl className={css['list']}>
          {WORDS.map(([words, actions]) => (
            <div key={words}>
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
