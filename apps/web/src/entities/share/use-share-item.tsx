import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { LazyShareDialog } from './lazy-share-dialog.tsx';
import type { SharedTarget } from './share-target.ts';
import { useShareAudience } from './use-share-audience.ts';

interface ShareItem {
  /** One item of a menu; none where the user may make no link. */
  readonly items: readonly MenuItem[];
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/**
 * Offers to share something by link.
 * @param target undefined for what cannot be shared
 */
export function useShareItem(target: SharedTarget | undefined): ShareItem {
  const allowed = useShareAudience();
  const [isOpen, setOpen] = useState(false);
  if (target === undefined || allowed === undefined) return { items: [], dialog: null };
  return {
    items: [{ label: t`Share by link`, icon: 'link', run: () => setOpen(true) }],
    dialog: isOpen && <LazyShareDialog {...target} allowed={allowed} onClose={() => setOpen(false)} />,
  };
}
