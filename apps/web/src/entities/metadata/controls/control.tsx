import type { ControlProps } from './control-props.ts';
import { NamesControl } from './names-control.tsx';
import { PeopleControl } from './people-control.tsx';
import {
  ChoiceControl,
  FlagControl,
  JsonControl,
  LanguageControl,
  LongControl,
  NumberControl,
  TextControl,
} from './plain-controls.tsx';
import { RowsControl } from './rows-control.tsx';

const CONTROLS = {
  text: TextControl,
  long: LongControl,
  whole: NumberControl,
  decimal: NumberControl,
  language: LanguageControl,
  choice: ChoiceControl,
  flag: FlagControl,
  names: NamesControl,
  people: PeopleControl,
  links: RowsControl,
  ids: RowsControl,
  ratings: RowsControl,
  titles: RowsControl,
  awards: RowsControl,
  json: JsonControl,
} as const;

/** Picks the control for the family of a field. */
export function Control(props: ControlProps) {
  const Fitting = CONTROLS[props.field.family];
  return <Fitting {...props} />;
}
