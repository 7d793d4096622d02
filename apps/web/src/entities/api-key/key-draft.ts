import type { ApiKey, ApiKeyCreate, Permission } from '@lectern/contract';
import { API_KEY_PRESETS } from '@lectern/contract/permissions';

/** One of the usual choices of permissions, or one's own. */
export type PresetId = (typeof API_KEY_PRESETS)[number]['id'] | 'custom';

/** How long from now a key is good for, in days; on a day of one's own, or for ever. */
export type Lifetime = '30' | '90' | '365' | 'date' | 'never' | 'keep';

/** A key as its form has it. */
export interface KeyDraft {
  readonly name: string;
  readonly preset: PresetId;
  /** What an own choice grants. */
  readonly custom: readonly Permission[];
  readonly lifetime: Lifetime;
  /** The last day, as the browser's field has it: `2027-01-31`. */
  readonly lastDay: string;
}

const DAY_MS = 86_400_000;

/** The permissions of a preset; undefined for all that the owner may do. */
function permissionsOf({ preset, custom }: Pick<KeyDraft, 'preset' | 'custom'>): readonly Permission[] | undefined {
  return preset === 'custom' ? custom : API_KEY_PRESETS.find(({ id }) => id === preset)?.permissions;
}

/** A form for a new key. */
export function newDraft(preset: PresetId = 'full_access', name = '', custom: readonly Permission[] = []): KeyDraft {
  return { name, preset, custom, lifetime: 'never', lastDay: '' };
}

/** A form for a key that there is. */
export function draftOf(key: ApiKey): KeyDraft {
  const lifetime = key.expires_at === null ? 'never' : 'keep';
  return { name: key.name, preset: presetOf(key), custom: key.permissions, lifetime, lastDay: '' };
}

/** The preset that grants the same, else an own choice. */
export function presetOf({ permissions, follows_owner: followsOwner }: ApiKey): PresetId {
  if (followsOwner) return 'full_access';
  const held = new Set<Permission>(permissions);
  const same = API_KEY_PRESETS.find(
    ({ permissions: wanted }) =>
      wanted !== undefined && wanted.length === held.size && wanted.every((permission) => held.has(permission)),
  );
  return same?.id ?? 'custom';
}

/** What the server is told; `expiresAt` is left out where it stays as it is. */
export function bodyOf(draft: KeyDraft, now: number): ApiKeyCreate {
  const permissions = permissionsOf(draft);
  return {
    name: draft.name.trim(),
    permissions: permissions === undefined ? null : [...permissions],
    ...(draft.lifetime === 'keep' ? {} : { expiresAt: expiryOf(draft, now) }),
  };
}

function expiryOf({ lifetime, lastDay }: KeyDraft, now: number): string | null {
  if (lifetime === 'never') return null;
  // to the end of that day, where its owner is
  if (lifetime === 'date') return new Date(`${lastDay}T23:59:59`).toISOString();
  return new Date(now + Number(lifetime) * DAY_MS).toISOString();
}

/** What is wrong with a form, for people; undefined when it can be sent. */
export function problemOf({ preset, custom, lifetime, lastDay }: KeyDraft, now: number): string | undefined {
  if (preset === 'custom' && custom.length === 0) return 'Choose at least one thing that the key may do.';
  if (lifetime !== 'date') return undefined;
  const endsAt = Date.parse(`${lastDay}T23:59:59`);
  if (Number.isNaN(endsAt)) return 'Choose the last day of the key.';
  return endsAt < now ? 'The last day of the key is over already.' : undefined;
}

/** Whether a key is refused because of its time. */
export function isExpired({ expires_at: expiresAt }: Pick<ApiKey, 'expires_at'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}
