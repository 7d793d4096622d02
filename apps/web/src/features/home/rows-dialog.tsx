import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { setPreferences, usePreferences } from '#entities/preferences/store.ts';
import { moveItem } from '#lib/move-item.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CheckField } from '#ui/controls/field.tsx';
import { HOME_ROWS_KEY, readRowChoices, ROW_TITLES, type RowChoice, storeRowChoices } from './home-rows.ts';
import css from './rows-dialog.module.css';

/** Orders and hides rows of the home page; a change applies at once on all devices. */
export function RowsDialog({ onClose }: { readonly onClose: () => void }) {
  const stored = usePreferences()[HOME_ROWS_KEY];
  const choices = readRowChoices(stored);
  const [said, setSaid] = useState('');
  const store = (next: readonly RowChoice[]) => setPreferences({ [HOME_ROWS_KEY]: storeRowChoices(next) });
  const move = (from: number, to: number) => {
    const name = choices[from]?.name;
    if (name === undefined) return;
    store(moveItem(choices, from, to));
    const place = to + 1;
    const total = choices.length;
    const title = ROW_TITLES[name];
    setSaid(t`“${title}” is now number ${place} of ${total}`);
  };
  return (
    <Dialog
      title={t`Home rows`}
      open
      onClose={onClose}
      actions={
        <>
          <Button
            disabled={stored === undefined}
            onClick={() => setPreferences({ [HOME_ROWS_KEY]: null })}
          >{t`Reset`}</Button>
          <Button look="primary" onClick={onClose}>{t`Done`}</Button>
        </>
      }
    >
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <ol className={css['rows']}>
        {choices.map(({ name, shown }, index) => (
          <Row
            key={name}
            name={name}
            shown={shown}
            onShown={(next) => store(choices.map((choice) => (choice.name === name ? { name, shown: next } : choice)))}
            onUp={index === 0 ? undefined : () => move(index, index - 1)}
            onDown={index === choices.length - 1 ? undefined : () => move(index, index + 1)}
          />
        ))}
      </ol>
    </Dialog>
  );
}

interface RowProps extends RowChoice {
  readonly onShown: (shown: boolean) => void;
  /** Undefined at the end of the list. */
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
}

/** Buttons at the ends stay focusable, so a keyboard user does not lose the focus. */
function Row({ name, shown, onShown, onUp, onDown }: RowProps) {
  const title = ROW_TITLES[name];
  return (
    <li className={css['row']}>
      <CheckField label={title} checked={shown} onChecked={onShown} />
      <IconButton icon="up" label={t`Move “${title}” up`} aria-disabled={onUp === undefined} onClick={() => onUp?.()} />
      <IconButton
        icon="down"
        label={t`Move “${title}” down`}
        aria-disabled={onDown === undefined}
        onClick={() => onDown?.()}
      />
    </li>
  );
}
