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
  /** `MetadataWrite` is enough, too. */
  readonly editsMetadata?: true;
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

/** Whether a user with these permissions is offered an action. */
export function isAllowed(
  { permission, editsMetadata }: SelectionAction,
  kind: Picked['kind'],
  held: ReadonlySet<Permission>,
): boolean {
  if (editsMetadata === true && held.has('MetadataWrite')) return true;
  return held.has(typeof permission === 'string' ? permission : permission[kind]);
}
