import type { Permission } from '@lectern/contract';
import type { ComponentType } from 'react';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import type { IconName } from '#ui/pictures/icon.tsx';
import type { Picked } from './picked.ts';

/** A dialog that does something with what is picked. */
export interface PickedDialogProps {
  readonly picked: Picked;
  /** `isDone` ends the selection too. */
  readonly onClose: (isDone: boolean) => void;
}

interface Named {
  readonly label: string;
  readonly icon: IconName;
  /** What it can be done with. */
  readonly kinds: readonly Picked['kind'][];
  /** Not offered without; one for all, or one for each kind. */
  readonly permission: Permission | Readonly<Record<Picked['kind'], Permission>>;
  /** Has a button of its own in the bar; the others share a menu. */
  readonly isFirst?: true;
}

/** Something that can be done with many: at once, or by a dialog that asks for more. */
export type SelectionAction = Named &
  (
    | { readonly run: (picked: Picked) => Promise<Undoable>; readonly dialog?: never }
    | { readonly dialog: ComponentType<PickedDialogProps>; readonly run?: never }
  );

/** What somebody needs to do it with that kind. */
export function permissionOf({ permission }: SelectionAction, kind: Picked['kind']): Permission {
  return typeof permission === 'string' ? permission : permission[kind];
}
