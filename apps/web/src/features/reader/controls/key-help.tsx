import { t } from '@lingui/core/macro';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { KeyMap, ReaderAction } from '#entities/keys/key-map.ts';
import { ACTION_WORDS, showKey } from '#entities/keys/key-words.ts';
import { listShownKeys } from '#entities/keys/shown-keys.ts';
import { useKeys } from '#entities/keys/use-keys.ts';
import css from './key-help.module.css';

const GESTURES: readonly (readonly [string, string])[] = [
  [t`Tap left or right`, t`Turn`],
  [t`Tap the middle`, t`Show or hide the bars`],
  [t`Drag sideways`, t`Turn; the page follows`],
  [t`Pinch, or double tap the middle`, t`Zoom`],
  [t`Drag down`, t`Close the reader`],
];

function listActions(keys: KeyMap): readonly (readonly [ReaderAction, readonly string[]])[] {
  // the keys of ACTION_WORDS
  const actions = Object.keys(ACTION_WORDS) as ReaderAction[];
  return actions
    .map((action) => [action, listShownKeys(keys, action)] as const)
    .filter(([, shown]) => shown.length > 0);
}

/** Lists all keys and gestures from the key map. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const keys = useKeys();
  return (
    <Dialog title={t`Keys and gestures`} open onClose={onClose} wide>
      <div className={css['columns']} role="group" aria-label={t`Keys and gestures`} tabIndex={0}>
        <dl className={css['list']}>
          {listActions(keys).map(([action, shown]) => (
            <div key={action}>
              <dt>
                {shown.map((key) => (
                  <kbd key={key}>{showKey(key)}</kbd>
                ))}
              </dt>
              <dd>{ACTION_WORDS[action]}</dd>
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
