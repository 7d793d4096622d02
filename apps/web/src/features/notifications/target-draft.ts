import type {
  NoticeKind,
  NoticeTarget,
  NoticeTargetNew,
  NoticeTargetType,
  NoticeTargetUpdate,
} from '@lectern/contract';
import { listKinds, type TargetScope } from './target-words.ts';

/** The form of a target. Address and secret of a known target are empty: the server never shows them. */
export interface TargetDraft {
  readonly name: string;
  readonly type: NoticeTargetType;
  readonly url: string;
  readonly secret: string;
  readonly address: string;
  readonly kinds: readonly NoticeKind[];
}

export function newDraft(scope: TargetScope): TargetDraft {
  return { name: '', type: 'ntfy', url: '', secret: '', address: '', kinds: listKinds(scope) };
}

export function toDraft({ name, type, kinds }: NoticeTarget): TargetDraft {
  return { name, type, url: '', secret: '', address: '', kinds };
}

function given(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

function pickFilled({ url, secret, address }: TargetDraft) {
  const [filledUrl, filledSecret, filledAddress] = [given(url), given(secret), given(address)];
  return {
    ...(filledUrl === undefined ? {} : { url: filledUrl }),
    ...(filledSecret === undefined ? {} : { secret: filledSecret }),
    ...(filledAddress === undefined ? {} : { address: filledAddress }),
  };
}

export function toNewTarget(draft: TargetDraft): NoticeTargetNew {
  const { name, type, kinds } = draft;
  return { name: name.trim(), type, kinds, enabled: true, ...pickFilled(draft) };
}

/** Empty fields keep what is stored. */
export function toTargetUpdate(draft: TargetDraft): NoticeTargetUpdate {
  return { name: draft.name.trim(), kinds: draft.kinds, ...pickFilled(draft) };
}

/** Adds or removes a kind. */
export function withKind(draft: TargetDraft, kind: NoticeKind, isWanted: boolean): TargetDraft {
  const others = draft.kinds.filter((one) => one !== kind);
  return { ...draft, kinds: isWanted ? [...others, kind] : others };
}
