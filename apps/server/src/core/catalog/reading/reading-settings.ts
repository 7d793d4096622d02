import { PREFERENCES, READING_OPTION_KEYS, type ReadingOption, type ReadingSettings } from '@lectern/contract';
import { explainIssue } from '#core/explain-issue.ts';
import { type FieldFault, invalidFields } from '#core/invalid-field.ts';
import { describeExpected } from '#core/settings/setting-values.ts';
import { say } from '#words/say.ts';

function isOption(key: string): key is ReadingOption {
  return READING_OPTION_KEYS.some((known) => known === key);
}

function findFault(key: string, value: unknown): string | undefined {
  if (!isOption(key)) return say('must be an option of the readers');
  if (value === null) return undefined;
  const { shape } = PREFERENCES[key];
  const { error } = shape.safeParse(value, { error: explainIssue });
  return error === undefined ? undefined : describeExpected(shape, error);
}

/** Refuses unknown options and invalid values; null passes. @throws {AppError} `BadRequest` with every fault */
export function checkReadingSettings(settings: ReadingSettings): void {
  const faults = Object.entries(settings).flatMap(([key, value]): FieldFault[] => {
    const message = findFault(key, value);
    return message === undefined ? [] : [{ path: `settings.${key}`, message }];
  });
  const [first] = faults;
  if (first !== undefined) throw invalidFields(first, faults);
}

/** Adds changes; null removes an option. */
export function mergeReadingSettings(settings: ReadingSettings, changes: ReadingSettings): ReadingSettings {
  const merged = Object.entries({ ...settings, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/** Stored settings, without options and values that the present release does not accept. */
export function parseReadingSettings(text: string): ReadingSettings {
  // written by this module as JSON of settings
  const settings = JSON.parse(text) as ReadingSettings;
  return Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => isOption(key) && PREFERENCES[key].shape.safeParse(value).success),
  );
}
