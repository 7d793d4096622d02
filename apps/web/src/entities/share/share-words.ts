import { t } from '@lingui/core/macro';
import type { ShareAudience, ShareKind } from '@lectern/contract';

export const AUDIENCE_WORDS: Readonly<Record<ShareAudience, string>> = {
  accounts: t`People with an account here`,
  anyone: t`Anyone with the link`,
};

export const SHARE_KIND_WORDS: Readonly<Record<ShareKind, string>> = {
  book: t`Book`,
  readList: t`Reading list`,
  highlight: t`Quotation`,
};
