import type { ReadingChoice, ReadingProfile, ReadingProfiles } from '@lectern/contract';

type Settings = ReadingProfile['settings'];

/** A change on its way to the server. */
export type ProfileChange =
  | { readonly kind: 'profile'; readonly id: string; readonly name?: string; readonly settings?: Settings }
  | {
      readonly kind: 'choice';
      readonly scope: ReadingChoice['scope'];
      readonly targetId: string;
      readonly profileId?: string | null;
      /** Null removes all options of the target. */
      readonly settings?: Settings | null;
    };

function mergeSettings(settings: Settings, changes: Settings): Settings {
  return Object.fromEntries(Object.entries({ ...settings, ...changes }).filter(([, value]) => value !== null));
}

/** The answer as it will be once the server has stored a change. */
export function applyChange(data: ReadingProfiles, change: ProfileChange): ReadingProfiles {
  if (change.kind === 'profile') {
    const { id, name, settings = {} } = change;
    const edit = (profile: ReadingProfile): ReadingProfile => ({
      ...profile,
      name: name ?? profile.name,
      settings: mergeSettings(profile.settings, settings),
    });
    return { ...data, profiles: data.profiles.map((profile) => (profile.id === id ? edit(profile) : profile)) };
  }
  const { scope, targetId, profileId, settings = {} } = change;
  const isChanged = (choice: ReadingChoice) => choice.scope === scope && choice.targetId === targetId;
  const before = data.choices.find(isChanged) ?? { scope, targetId, profileId: null, settings: {} };
  const after = {
    ...before,
    profileId: profileId === undefined ? before.profileId : profileId,
    settings: settings === null ? {} : mergeSettings(before.settings, settings),
  };
  return { ...data, choices: [...data.choices.filter((choice) => !isChanged(choice)), after] };
}

/** Whether a later change makes an earlier one obsolete: it sets all that the earlier one did. */
export function isReplaced(later: ProfileChange, earlier: ProfileChange): boolean {
  if (later.kind === 'profile' && earlier.kind === 'profile') {
    return later.id === earlier.id && coversFields(later, earlier);
  }
  if (later.kind === 'profile' || earlier.kind === 'profile') return false;
  return later.scope === earlier.scope && later.targetId === earlier.targetId && coversFields(later, earlier);
}

function coversFields(later: ProfileChange, earlier: ProfileChange): boolean {
  if (!Object.keys(earlier).every((field) => field in later)) return false;
  if (later.settings === null || earlier.settings === undefined) return true;
  return Object.keys(earlier.settings ?? { all: null }).every((key) => key in (later.settings ?? {}));
}
