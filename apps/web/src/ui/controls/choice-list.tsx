import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import css from './choice-list.module.css';
import { classNames } from '#ui/style/class-names.ts';

/** An option with a description and an optional example. */
export interface ListedChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly sentence: string;
  /** Input and result of an example. */
  readonly example?: readonly [from: string, to: string];
  readonly disabled?: boolean;
}

interface ChoiceListProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly ListedChoice<Value>[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  /** Fields of the chosen option. */
  readonly children?: ReactNode;
}

/** Radio options with descriptions. */
export function ChoiceList<Value extends string>(props: ChoiceListProps<Value>) {
  const { legend, choices, value, onValue, children } = props;
  const id = useId();
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{legend}</legend>
      {choices.map((choice) => {
        const isChosen = choice.value === value;
        return (
          <div key={choice.value} className={classNames(css['choice'], isChosen && css['chosen'])}>
            <div className={css['head']}>
              <input
                id={`${id}-${choice.value}`}
                type="radio"
                name={id}
                checked={isChosen}
                disabled={choice.disabled}
                aria-describedby={`${id}-${choice.value}-text`}
                onChange={() => onValue(choice.value)}
              />
              <label htmlFor={`${id}-${choice.value}`} className={css['label']}>
                {choice.label}
              </label>
              <div id={`${id}-${choice.value}-text`} className={css['text']}>
                <p>{choice.sentence}</p>
                {choice.example !== undefined && <Example example={choice.example} />}
              </div>
            </div>
            {isChosen && <div className={css['options']}>{children}</div>}
          </div>
        );
      })}
    </fieldset>
  );
}

function Example({ example: [from, to] }: { readonly example: readonly [from: string, to: string] }) {
  return (
    <p className={css['example']}>
      <Trans>
        <code>{from}</code>
        <span aria-hidden="true">→</span>
        <span className="visually-hidden"> becomes </span>
        <b>{to}</b>
      </Trans>
    </p>
  );
}
