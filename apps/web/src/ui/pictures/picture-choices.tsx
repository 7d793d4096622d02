import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/controls/button.tsx';
import { moveInGrid } from '#ui/grids/grid-shape.ts';
import { Icon } from './icon.tsx';
import css from './picture-choices.module.css';

export interface PictureChoice {
  readonly id: string;
  readonly name: string;
  readonly detail?: string | undefined;
  readonly isChosen: boolean;
  readonly picture: ReactNode;
  readonly onRemove?: (() => void) | undefined;
}

interface PictureChoicesProps {
  readonly label: string;
  readonly choices: readonly PictureChoice[];
  readonly onChoose: (id: string) => void;
  /** The choice being saved. */
  readonly busyId?: string | undefined;
  /** Takes the focus on mount. */
  readonly takesFocus?: boolean;
}

const ROWS_ON_SCREEN = 3;

/**
 * Pictures as radio buttons. Arrows, Home and End only move the focus; Space, Enter or a click chooses; Delete removes.
 */
export function PictureChoices({ label, choices, onChoose, busyId, takesFocus = false }: PictureChoicesProps) {
  const group = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string>();
  const chosen = choices.find(({ isChosen }) => isChosen);
  const active = choices.find(({ id }) => id === focusedId) ?? chosen ?? choices[0];
  const count = choices.length;
  useEffect(() => {
    // on request, and after the focused item was removed
    if (takesFocus || document.activeElement === document.body) radioAt(group.current, '[tabindex="0"]')?.focus();
  }, [takesFocus, count]);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || active === undefined) return;
    if (event.key === 'Delete') active.onRemove?.();
    const place = { active: choices.indexOf(active), count, columns: countColumns(group.current) };
    const next = choices[moveInGrid(event.key, { ...place, rowsOnScreen: ROWS_ON_SCREEN }) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    setFocusedId(next.id);
    radioAt(group.current, `[data-choice="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      aria-busy={busyId !== undefined}
      className={css['grid']}
      onKeyDown={handleKey}
    >
      {choices.map((choice) => (
        <Choice
          key={choice.id}
          choice={choice}
          isActive={choice === active}
          isBusy={choice.id === busyId}
          onFocus={() => setFocusedId(choice.id)}
          onChoose={() => onChoose(choice.id)}
        />
      ))}
    </div>
  );
}

interface ChoiceProps {
  readonly choice: PictureChoice;
  readonly isActive: boolean;
  readonly isBusy: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
}

function Choice({ choice, isActive, isBusy, onFocus, onChoose }: ChoiceProps) {
  const { id, name, detail, isChosen, picture, onRemove } = choice;
  const tabIndex = isActive ? 0 : -1;
  const label = detail === undefined ? name : `${name}, ${detail}`;
  return (
    <div className={css['choice']} onFocus={onFocus}>
      <button
        type="button"
        role="radio"
        aria-checked={isChosen}
        aria-label={label}
        tabIndex={tabIndex}
        data-choice={id}
        data-busy={isBusy}
        className={css['radio']}
        onClick={onChoose}
      >
        <span className={css['picture']}>
          {picture}
          {isChosen && (
            <span className={css['mark']}>
              <Icon name="check" size={16} />
            </span>
          )}
        </span>
        <span className={css['name']}>{name}</span>
        {detail !== undefined && <span className={css['detail']}>{detail}</span>}
      </button>
      {onRemove !== undefined && (
        <span className={css['remove']}>
          <IconButton icon="trash" label={t`Delete ${label}`} tabIndex={tabIndex} onClick={onRemove} />
        </span>
      )}
    </div>
  );
}

function radioAt(group: HTMLElement | null, selector: string): HTMLElement | null {
  return group?.querySelector<HTMLElement>(`[role="radio"]${selector}`) ?? null;
}

/** Number of pictures in the first row. */
function countColumns(group: HTMLElement | null): number {
  const items = [...(group?.children ?? [])].filter((item) => item instanceof HTMLElement);
  const top = items[0]?.offsetTop;
  const second = items.findIndex(({ offsetTop }) => offsetTop !== top);
  return second === -1 ? Math.max(1, items.length) : second;
}
