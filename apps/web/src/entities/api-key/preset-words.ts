import { t } from '@lingui/core/macro';
import type { PresetId } from './key-draft.ts';

interface PresetWords {
  readonly name: string;
  readonly sentence: string;
}

export const PRESET_WORDS: Readonly<Record<PresetId, PresetWords>> = {
  full_access: { name: t`Full access`, sentence: t`Everything that its owner can do, now and later.` },
  read_only: { name: t`Read only`, sentence: t`Browse and read, change nothing.` },
  reader_apps: { name: t`OPDS and reader apps`, sentence: t`Browse, read, and save progress.` },
  custom: { name: t`Custom`, sentence: t`Only what you choose.` },
};
