import { t } from '@lingui/core/macro';
import type { MouseEvent } from 'react';
import { IconButton } from '#ui/controls/button.tsx';
import type { Field } from '../fields.ts';
import type { FieldState } from '../use-editor.ts';
import css from './controls.module.css';

interface FieldToolsProps {
  readonly field: Field;
  readonly state: FieldState;
}

/** The lock button, and the ways back to the saved value and to the value of the file. */
export function FieldTools({ field: { label }, state }: FieldToolsProps) {
  const { isLocked, isEdited, isChanged } = state;
  const lockWords = isEdited ? t`${label} will be locked because you edited it` : lockedWords(label, isLocked);
  return (
    <span className={css['tools']}>
      {isChanged && (
        <IconButton icon="undo" label={t`Discard the changes to ${label}`} onClick={thenFocusLock(state.keep)} />
      )}
      {state.canReset && (
        <IconButton
          icon="refresh"
          label={t`Reset ${label} to the value of the files`}
          onClick={thenFocusLock(state.reset)}
        />
      )}
      <IconButton
        icon={isLocked ? 'lock' : 'unlock'}
        label={lockWords}
        aria-pressed={isLocked}
        aria-disabled={isEdited}
        data-locked={isLocked}
        onClick={() => {
          if (!isEdited) state.lock(!isLocked);
        }}
      />
    </span>
  );
}

/** The clicked button may disappear, so the focus moves to the lock. */
function thenFocusLock(run: () => void) {
  return ({ currentTarget }: MouseEvent) => {
    currentTarget.parentElement?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
    run();
  };
}

function lockedWords(label: string, isLocked: boolean): string {
  return isLocked ? t`${label} is locked: scans leave it as it is` : t`Lock ${label} so that scans leave it as it is`;
}
