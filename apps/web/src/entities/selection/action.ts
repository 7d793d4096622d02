import type { Permission } from '@lectern/contract';
import type { ComponentType } from 'react';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import type { IconName } from '#ui/pictures/icon.tsx';
import type { Picked } from './picked.ts';

export interface PickedDialogProps {
  readonly picked: Picked;
  /** `isDone` also clears the selection. */
  readonly onClose: (isDone: boolean) => void;
}

interface Named {
  readonly label: string;
  readonly icon: IconName;
  readonly kinds: readonly Picked['kind'][];
  /** The action is hidden without it; one for all kinds, or one per kind. */
  readonly permission: Permission | Readonly<Record<Picked['kind'], Permission>>;
  /** Gets its own button; the others share a menu. */
  readonly isFirst?: true;
  /** Hidden while no library lets its files go. */
  readonly deletesFiles?: true;
  /** Hidden while this device keeps nothing. */
  readonly needsKept?: true;
}

/** A bulk action, run at once or through a dialog. */
export type SelectionAction = Named &
  (
    | { readonly run: (picked: Picked) => Promise<Undoable>; readonly dialog?: never }
    | { readonly dialog: ComponentType<PickedDialogProps>; readonly run?: never }
  );

export function getPermission({ permission }: SelectionAction, kind: Picked['kind']): Permission {
  return typeof permission === 'string' ? permission : permission[kind];
}
