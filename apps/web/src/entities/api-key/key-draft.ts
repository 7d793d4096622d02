import { t } from '@lingui/core/macro';
import type { ApiKey, ApiKeyCreate, Permission } from '@lectern/contract';
import { API_KEY_PRESETS } from '@lectern/contract/permissions';

/** A preset of the contract, or `custom`. */
export type PresetId = (typeof API_KEY_PRESETS)[number]['id'] | 'custom';

/** Days until expiry, a custom date, never, or unchanged. */
export type Lifetime = '30' | '90' | '365' | 'date' | 'never' | 'keep';

export interface KeyDraft {
  readonly name: string;
  readonly preset: PresetId;
  /** Permissions of the preset `custom`. */
  readonly custom: readonly Permission[];
  readonly lifetime: Lifetime;
  /** Last valid day, as a date input has it: `2027-01-31`. */
  readonly lastDay: string;
}

const DAY_MS = 86_400_000;

/** Undefined when the key follows its owner's permissions. */
function listPermissions({ preset, custom }: Pick<KeyDraft, 'preset' | 'custom'>): readonly Permission[] | undefined {
  return preset === 'custom' ? custom : API_KEY_PRESETS.find(({ id }) => id === preset)?.permissions;
}

export function createKeyDraft(
  preset: PresetId = 'full_access',
  name = '',
  custom: readonly Permission[] = [],
): KeyDraft {
  return { name, preset, custom, lifetime: 'never', lastDay: '' };
}

export function toKeyDraft(key: ApiKey): KeyDraft {
  const lifetime = key.expires_at === null ? 'never' : 'keep';
  return { name: key.name, preset: matchPreset(key), custom: key.permissions, lifetime, lastDay: '' };
}

/** The preset with the same permissions, else `custom`. */
export function matchPreset({ permissions, follows_owner: followsOwner }: ApiKey): PresetId {
  if (followsOwner) return 'full_access';
  const held = new Set<Permission>(permissions);
  const same = API_KEY_PRESETS.find(
    ({ permissions: wanted }) =>
      wanted !== undefined && wanted.length === held.size && wanted.every((permission) => held.has(permission)),
  );
  return same?.id ?? 'custom';
}

/** Request body; `expiresAt` is absent when it stays unchanged. */
export function toKeyBody(draft: KeyDraft, now: number): ApiKeyCreate {
  const permissions = listPermissions(draft);
  return {
    name: draft.name.trim(),
    permissions: permissions === undefined ? null : [...permissions],
    ...(draft.lifetime === 'keep' ? {} : { expiresAt: resolveExpiry(draft, now) }),
  };
}

function resolveExpiry({ lifetime, lastDay }: KeyDraft, now: number): string | null {
  if (lifetime === 'never') return null;
  // end of that day in the owner's time zone
  if (lifetime === 'date') return new Date(`${lastDay}T23:59:59`).toISOString();
  return new Date(now + Number(lifetime) * DAY_MS).toISOString();
}

/** A sentence for the user; undefined when the form is valid. */
export function findKeyProblem({ preset, custom, lifetime, lastDay }: KeyDraft, now: number): string | undefined {
  if (preset === 'custom' && custom.length === 0) return t`Choose at least one permission.`;
  if (lifetime !== 'date') return undefined;
  const endsAt = Date.parse(`${lastDay}T23:59:59`);
  if (Number.isNaN(endsAt)) return t`Choose the last day of the key.`;
  return endsAt < now ? t`The last day of the key is in the past.` : undefined;
}

export function isExpired({ expires_at: expiresAt }: Pick<ApiKey, 'expires_at'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}
