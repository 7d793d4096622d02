import { CheckField } from '#ui/controls/field.tsx';
import { optionWords, readList } from '../setting-words.ts';
import type { ControlProps } from './control.ts';

/** A list whose members are chosen from a few. */
export function ChoicesControl({ setting: { options, label }, id, describedBy, value, onValue }: ControlProps) {
  const chosen = readList(value);
  const choose = (option: string, isChosen: boolean) =>
    onValue(JSON.stringify((options ?? []).filter((one) => (one === option ? isChosen : chosen.includes(one)))));
  return (
    <div id={id} role="group" aria-label={label} aria-describedby={describedBy}>
      {(options ?? []).map((option) => (
        <CheckField
          key={option}
          label={optionWords(option)}
          checked={chosen.includes(option)}
          onChecked={(isChosen) => choose(option, isChosen)}
        />
      ))}
    </div>
  );
}
