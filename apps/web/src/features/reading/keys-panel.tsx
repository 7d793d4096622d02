import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { bindKey, findOwner, isRemovable, mergeKeys, resetKeys, unbindKey } from '#entities/keys/bindings.ts';
import { type KeyMap, type ReaderAction } from '#entities/keys/key-map.ts';
import { ACTION_WORDS, showKey } from '#entities/keys/key-words.ts';
import { setKeys, useKeys } from '#entities/keys/use-keys.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Panel } from '#ui/layout/page.tsx';
import css from './keys-panel.module.css';
import { useCapture } from './use-capture.ts';

const USUAL = mergeKeys({});

// the keys of ACTION_WORDS, in the order of the list
const ACTIONS = Object.keys(ACTION_WORDS) as ReaderAction[];

function isUsual(keys: KeyMap, action: ReaderAction): boolean {
  return keys[action].join('\n') === USUAL[action].join('\n');
}

/** Stores keys with a message that can be undone. */
function changeWithUndo(before: KeyMap, change: () => void, text: string): void {
  change();
  // what the keys were is a change of any action
  const undo = () =>
    setKeys(
      Object.fromEntries(
        ACTIONS.filter((action) => !isUsual(before, action)).map((action) => [action, before[action]]),
      ),
    );
  showToast(text, { label: t`Undo`, run: undo });
}

function giveKey(keys: KeyMap, action: ReaderAction, key: string): void {
  const owner = findOwner(keys, key);
  const change = () => setKeys(bindKey(keys, action, key));
  if (owner === undefined || owner === action) {
    change();
    return;
  }
  const [name, from, to] = [showKey(key), ACTION_WORDS[owner], ACTION_WORDS[action]];
  changeWithUndo(keys, change, t`${name} moved from “${from}” to “${to}”`);
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
  const isChanged = ACTIONS.some((action) => !isUsual(keys, action));
  return (
    <Panel title={t`Keys and remotes`}>
      <div className={css['head']}>
        <p>{t`The keys of all readers. Add a key, then press it: on a keyboard, a gamepad or the remote of your reader.`}</p>
        {isChanged && (
          <Button
            icon="refresh"
            onClick={() => changeWithUndo(keys, () => setKeys({}), t`All keys are reset`)}
          >{t`Reset all`}</Button>
        )}
      </div>
      <ul className={css['actions']}>
        {ACTIONS.map((action) => (
          <ActionRow
            key={action}
            action={action}
            keys={keys}
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
  readonly isWaiting: boolean;
  readonly onWait: () => void;
}

function ActionRow({ action, keys, isWaiting, onWait }: ActionRowProps) {
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
        {!isUsual(keys, action) && (
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
      {shown}
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
