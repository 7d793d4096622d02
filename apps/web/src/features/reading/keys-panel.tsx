import { t } from '@lingui/core/macro';
import { useState } from 'react';
import {
  bindKey,
  diffKeys,
  findOwner,
  isRemovable,
  type KeyChanges,
  resetKeys,
  unbindKey,
} from '#entities/keys/bindings.ts';
import type { KeyMap, ReaderAction } from '#entities/keys/key-map.ts';
import { ACTION_WORDS, showKey } from '#entities/keys/key-words.ts';
import { setKeys, useKeys } from '#entities/keys/use-keys.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Panel } from '#ui/layout/page.tsx';
import css from './keys-panel.module.css';
import { useCapture } from './use-capture.ts';

// the keys of ACTION_WORDS, in the order of the list
const ACTIONS = Object.keys(ACTION_WORDS) as ReaderAction[];

/** Stores keys with a message that can be undone. */
function changeWithUndo(before: KeyMap, changes: KeyChanges, text: string): void {
  setKeys(changes);
  showToast(text, { label: t`Undo`, run: () => setKeys(diffKeys(before)) });
}

function giveKey(keys: KeyMap, action: ReaderAction, key: string): void {
  const owner = findOwner(keys, key);
  const changes = bindKey(keys, action, key);
  if (owner === undefined || owner === action) {
    setKeys(changes);
    return;
  }
  const [name, from, to] = [showKey(key), ACTION_WORDS[owner], ACTION_WORDS[action]];
  changeWithUndo(keys, changes, t`${name} moved from “${from}” to “${to}”`);
}

/** The keys of each action, for keyboards, remotes and gamepads. */
export function KeysPanel() {
  const keys = useKeys();
  const [waiting, setWaiting] = useState<ReaderAction>();
  const stop = () => setWaiting(undefined);
  useCapture({
    isOn: waiting !== undefined,
    onKey: (key) => {
      if (waiting !== undefined) giveKey(keys, waiting, key);
      stop();
    },
    onCancel: stop,
  });
  const changes = diffKeys(keys);
  return (
    <Panel title={t`Keys and remotes`}>
      <div className={css['head']}>
        <p>{t`The keys of all readers. Add a key, then press it: on a keyboard, a gamepad or the remote of your reader.`}</p>
        {Object.keys(changes).length > 0 && (
          <Button icon="refresh" onClick={() => changeWithUndo(keys, {}, t`All keys are reset`)}>{t`Reset all`}</Button>
        )}
      </div>
      <ul className={css['actions']}>
        {ACTIONS.map((action) => (
          <ActionRow
            key={action}
            action={action}
            keys={keys}
            isChanged={action in changes}
            isWaiting={action === waiting}
            onWait={() => setWaiting(action === waiting ? undefined : action)}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface ActionRowProps {
  readonly action: ReaderAction;
  readonly keys: KeyMap;
  readonly isChanged: boolean;
  readonly isWaiting: boolean;
  readonly onWait: () => void;
}

function ActionRow({ action, keys, isChanged, isWaiting, onWait }: ActionRowProps) {
  const words = ACTION_WORDS[action];
  return (
    <li data-action={action}>
      <span className={css['words']}>{words}</span>
      <span className={css['keys']}>
        {keys[action].map((key) => (
          <KeyChip key={key} name={key} action={action} keys={keys} />
        ))}
        <Button
          look={isWaiting ? 'primary' : 'quiet'}
          icon="plus"
          aria-label={isWaiting ? undefined : t`Add a key: ${words}`}
          onClick={onWait}
        >
          {isWaiting ? t`Press a key… Esc cancels` : t`Add`}
        </Button>
        {isChanged && (
          <IconButton
            icon="refresh"
            label={t`Reset the keys: ${words}`}
            onClick={() => setKeys(resetKeys(keys, action))}
          />
        )}
      </span>
    </li>
  );
}

interface KeyChipProps {
  readonly name: string;
  readonly action: ReaderAction;
  readonly keys: KeyMap;
}

function KeyChip({ name, action, keys }: KeyChipProps) {
  const shown = showKey(name);
  const words = ACTION_WORDS[action];
  return (
    <kbd className={css['key']}>
      <span dir="ltr">{shown}</span>
      {isRemovable(name) && (
        <IconButton
          icon="close"
          label={t`Remove ${shown}: ${words}`}
          onClick={() => setKeys(unbindKey(keys, action, name))}
        />
      )}
    </kbd>
  );
}
