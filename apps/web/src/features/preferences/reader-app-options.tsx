import { t } from '@lingui/core/macro';
import { type Toggle, toggle } from '#entities/preferences/definition.ts';
import { ToggleField } from '#entities/preferences/option-field.tsx';
import { setPreferences, usePreferences } from '#entities/preferences/store.ts';

/** Options for other client applications, by preference key. */
const READER_APP_OPTIONS: Readonly<Record<string, Toggle>> = {
  'reading.record_streamed_pages': toggle(
    t`Save progress from page requests`,
    true,
    t`Some apps load page after page but report no progress. The page where they stop is saved as your progress.`,
  ),
  'reading.covers_without_sign_in': toggle(
    t`Covers in all apps`,
    false,
    t`Some apps show no covers, because they do not sign in for pictures. With this, all apps get cover addresses that work without signing in for a day or two.`,
  ),
};

/** One option; the default value clears the preference. */
function ReaderAppOption({ name, definition }: { readonly name: string; readonly definition: Toggle }) {
  const stored = usePreferences()[name];
  const { label, help, fallback } = definition;
  return (
    <ToggleField
      label={label}
      help={help}
      value={typeof stored === 'boolean' ? stored : fallback}
      onChange={(next) => setPreferences({ [name]: next === fallback ? null : next })}
    />
  );
}

/** Options for apps that read from this server. */
export function ReaderAppOptions() {
  return Object.entries(READER_APP_OPTIONS).map(([name, definition]) => (
    <ReaderAppOption key={name} name={name} definition={definition} />
  ));
}
