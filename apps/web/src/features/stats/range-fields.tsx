import { t } from '@lingui/core/macro';
import { isDay } from '#lib/days.ts';
import { Segments } from '#ui/controls/segments.tsx';
import { type RangeChoice, type RangeName, RANGES, resolveRange } from './ranges.ts';
import css from './stats-page.module.css';

interface RangeFieldsProps {
  readonly choice: RangeChoice;
  readonly today: string;
  readonly onChoice: (choice: RangeChoice) => void;
}

export function RangeFields({ choice, today, onChoice }: RangeFieldsProps) {
  const { range = 'days' } = choice;
  const shown = resolveRange(choice, today);
  const choose = (chosen: RangeName) => {
    if (chosen === 'own') onChoice({ range: 'own', from: shown.from, to: shown.to });
    else onChoice(chosen === 'days' ? {} : { range: chosen });
  };
  const change = (part: 'from' | 'to', text: string) => {
    if (isDay(text)) onChoice({ range: 'own', from: shown.from, to: shown.to, [part]: text });
  };
  return (
    <div className={css['ranges']}>
      <Segments legend={t`Time range`} value={range} options={RANGES} onValue={choose} />
      {range === 'own' && (
        <div className={css['days']}>
          <DayField label={t`From`} value={shown.from} max={shown.to} onText={(text) => change('from', text)} />
          <DayField label={t`To`} value={shown.to} max={today} onText={(text) => change('to', text)} />
        </div>
      )}
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly max: string;
  readonly onText: (text: string) => void;
}

function DayField({ label, value, max, onText }: DayFieldProps) {
  return (
    <label className={css['day']}>
      <span>{label}</span>
      <input type="date" value={value} max={max} onChange={(event) => onText(event.target.value)} required />
    </label>
  );
}
