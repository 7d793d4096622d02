import type { ReactNode } from 'react';
import { chooseAppOption } from '#entities/preferences/choose-app-option.ts';
import type { Choice } from '#entities/preferences/definition.ts';
import { type AppOption, getAppOption } from '#entities/preferences/look-options.ts';
import { ChoiceField } from '#entities/preferences/option-field.tsx';
import { usePreferences } from '#entities/preferences/store.ts';
import { SelectField } from '#ui/controls/field.tsx';

interface AppOptionProps {
  readonly option: AppOption;
  readonly definition: Choice<string>;
}

/** Value and setter. */
export function useAppOption({ option }: Pick<AppOptionProps, 'option'>): readonly [string, (value: string) => void] {
  const value = getAppOption(usePreferences(), option);
  return [value, (next) => chooseAppOption(option, next)];
}

/** An option with all values visible. */
export function AppChoice(props: AppOptionProps) {
  const [value, choose] = useAppOption(props);
  const { label, labels } = props.definition;
  return (
    <div data-setting={props.option}>
      <ChoiceField label={label} labels={labels} value={value} onChange={choose} />
    </div>
  );
}

/** An option as a select box. */
export function AppSelect({ hint, ...props }: AppOptionProps & { readonly hint: ReactNode }) {
  const [value, choose] = useAppOption(props);
  const { label, labels } = props.definition;
  return (
    <div data-setting={props.option}>
      <SelectField label={label} value={value} options={Object.entries(labels)} onValue={choose} hint={hint} />
    </div>
  );
}
