import { LOOK_OPTIONS } from '#entities/preferences/look-options.ts';
import { useAppOption } from './app-option.tsx';
import css from './preferences-page.module.css';

const definition = LOOK_OPTIONS['ui.theme'];

export function ThemeChoice() {
  const [chosen, choose] = useAppOption({ option: 'ui.theme' });
  return (
    <fieldset className={css['themes']} data-setting="ui.theme">
      <legend>{definition.label}</legend>
      {Object.entries(definition.labels).map(([theme, words]) => (
        <label key={theme} className={css['theme']}>
          <input type="radio" name="theme" value={theme} checked={theme === chosen} onChange={() => choose(theme)} />
          <span className={css['swatch']} data-look={theme} aria-hidden="true" />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
