import type { HighlightCreate, ShareAudience, ShareKind } from '@lectern/contract';

/** What is shared. */
export interface SharedTarget {
  readonly kind: ShareKind;
  readonly targetId: string;
  /** Selected text of a quotation; its book is the target. */
  readonly highlight?: HighlightCreate;
  readonly name: string;
}

export interface ShareDialogProps extends SharedTarget {
  /** The widest audience that admins allow. */
  readonly allowed: ShareAudience;
  readonly onClose: () => void;
}
