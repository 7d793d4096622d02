import type { ReactNode } from 'react';
import type { Choice } from '#entities/preferences/definition.ts';
import { type AppOption, appOptionOf } from '#entities/preferences/look-options.ts';
import { ChoiceField } from '#entities/preferences/option-field.tsx';
import { setPreferences, usePreferences } from '#entities/preferences/store.ts';
import { SelectField } from '#ui/controls/field.tsx';

interface AppOptionProps {
  readonly option: AppOption;
  readonly definition: Choice<string>;
}

/** What is chosen, and the way to choose; the default is forgotten rather than kept. */
export function useAppOption({ option, definition }: AppOptionProps): readonly [string, (value: string) => void] {
  const value = appOptionOf(usePreferences(), option);
  return [value, (next) => setPreferences({ [option]: next === definition.fallback ? null : next })];
}

/** A few words in a row. */
export function AppChoice(props: AppOptionProps) {
  const [value, choose] = useAppOption(props);
  const { label, labels } = props.definition;
  return <ChoiceField label={label} labels={labels} value={value} onChange={choose} />;
}

/** One of many. */
export function AppSelect({ hint, ...props }: AppOptionProps & { readonly hint: ReactNode }) {
  const [value, choose] = useAppOption(props);
  const { label, labels } = props.definition;
  return <SelectField label={label} value={value} options={Object.entries(labels)} onValue={choose} hint={hint} />;
}
