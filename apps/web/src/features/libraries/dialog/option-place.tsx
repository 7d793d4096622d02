import type { ReactNode } from 'react';
import { getOptionMark, type LibraryOptionName } from '../library-options.ts';

interface OptionPlaceProps {
  readonly name: LibraryOptionName;
  readonly children: ReactNode;
}

/** The place of an option in the dialog, to which the search of settings leads. */
export function OptionPlace({ name, children }: OptionPlaceProps) {
  return <div data-setting={getOptionMark(name)}>{children}</div>;
}
