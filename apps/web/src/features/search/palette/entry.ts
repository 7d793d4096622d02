import { t } from '@lingui/core/macro';
import type { IconName } from '#ui/pictures/icon.tsx';

/** Groups in the order in which they are shown while nothing is typed. */
export const ENTRY_GROUPS = {
  actions: t`On this page`,
  reading: t`Continue reading`,
  pages: t`Pages`,
  libraries: t`Libraries`,
  commands: t`Commands`,
  settings: t`Settings`,
} as const;

/** Something that can be opened or done. */
export interface PaletteEntry {
  /** The same each time, so that it is found among the recent choices. */
  readonly id: string;
  readonly group: keyof typeof ENTRY_GROUPS;
  readonly label: string;
  /** Where it is, or what it belongs to. */
  readonly detail?: string;
  /** Other words that find it. */
  readonly words?: string;
  readonly icon: IconName;
  /** Its own key on every page. */
  readonly keys?: string;
  /** Whether the search of settings finds it. */
  readonly isSetting?: boolean;
  /** Not offered before something is typed, as one of many alike. */
  readonly isOnlyFound?: boolean;
  readonly run: () => void;
}
