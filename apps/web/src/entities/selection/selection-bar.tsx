import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { keptStore } from '#entities/offline/kept-store.ts';
import { useFileDeletion } from '#entities/library/queries.ts';
import { useUndoableChanges } from '#entities/undo/use-undoable-changes.ts';
import { usePermissions } from '#entities/user/use-permissions.ts';
import { useStore } from '#lib/store.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { isAllowed, type SelectionAction } from './action.ts';
import { SELECTION_ACTIONS } from './actions.tsx';
import type { Picked } from './picked.ts';
import css from './selection-bar.module.css';
import { NOTHING, type Selection, selectionStore } from './selection.ts';
import type { PickingGrid } from './use-grid-selection.ts';

export function SelectionBar({ grid }: { readonly grid: PickingGrid }) {
  const { selection, picked, total } = grid;
  return (
    <section className={css['bar']} aria-label={t`Selection`}>
      <IconButton icon="close" label={t`End selection`} onClick={selection.clear} />
      <p role="status" className={css['count']}>
        {picked === undefined ? t`Nothing selected` : countWords(picked)}
      </p>
      {picked?.count !== total && (
        <Button look="quiet" onClick={selection.pickAll}>
          {plural(total, { one: 'Select all #', other: 'Select all #' })}
        </Button>
      )}
      <Actions picked={picked} onDone={selection.clear} />
    </section>
  );
}

function countWords({ kind, count }: Picked): string {
  return kind === 'series'
    ? plural(count, { one: '# series selected', other: '# series selected' })
    : plural(count, { one: '# book selected', other: '# books selected' });
}

interface Work {
  readonly action: SelectionAction;
  readonly run: NonNullable<SelectionAction['run']>;
  readonly picked: Picked;
  readonly selection: Selection;
}

/** Runs one action at a time. Success clears the selection unless it changed meanwhile. */
function useWork() {
  return useUndoableChanges({
    owner: 'selection',
    store: async ({ run, picked, selection }: Work) => {
      const done = await run(picked);
      if (selectionStore.get() === selection) selectionStore.set(NOTHING);
      return done;
    },
  });
}

interface ActionsProps {
  /** Undefined for an empty selection. */
  readonly picked: Picked | undefined;
  readonly onDone: () => void;
}

function Actions({ picked, onDone }: ActionsProps) {
  const held = usePermissions();
  const hasFiles = useFileDeletion();
  const hasKept = (useStore(keptStore)?.books.size ?? 0) > 0;
  const [open, setOpen] = useState<{ readonly action: SelectionAction; readonly picked: Picked }>();
  const selection = useStore(selectionStore);
  const { waiting, enqueue } = useWork();
  if (picked === undefined) return null;
  const offered = SELECTION_ACTIONS.filter(
    (action) =>
      action.kinds.includes(picked.kind) &&
      isAllowed(action, picked.kind, held) &&
      (hasFiles || action.deletesFiles === undefined) &&
      (hasKept || action.needsKept === undefined),
  );
  const last = waiting.at(-1);
  const isAt = (action: SelectionAction) => last?.action === action && last.selection === selection;
  const begin = (action: SelectionAction) => {
    const { run } = action;
    if (run === undefined) setOpen({ action, picked });
    else if (!isAt(action)) enqueue({ action, run, picked, selection });
  };
  const others = offered.filter(({ isFirst }) => isFirst === undefined);
  const Dialog = open?.action.dialog;
  return (
    <div className={css['actions']}>
      {offered
        .filter(({ isFirst }) => isFirst === true)
        .map((action) => (
          <Button key={action.label} icon={action.icon} busy={isAt(action)} onClick={() => begin(action)}>
            {action.label}
          </Button>
        ))}
      {others.length > 0 && (
        <Menu
          label={t`More actions for the selection`}
          items={others.map((action) => ({ label: action.label, icon: action.icon, run: () => begin(action) }))}
        />
      )}
      {open !== undefined && Dialog !== undefined && (
        <Dialog
          picked={open.picked}
          onClose={(isDone) => {
            setOpen(undefined);
            if (isDone) onDone();
          }}
        />
      )}
    </div>
  );
}
