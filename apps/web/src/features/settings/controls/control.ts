import type { Setting } from '@lectern/contract';

export interface ControlProps {
  readonly setting: Setting;
  readonly id: string;
  /** Ids of its descriptions. */
  readonly describedBy: string;
  readonly isWrong: boolean;
  /** In the text form of the API. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** ARIA attributes of a control. */
export function getAriaProps({ id, describedBy, isWrong }: ControlProps) {
  return { id, 'aria-describedby': describedBy, 'aria-invalid': isWrong ? true : undefined } as const;
}
