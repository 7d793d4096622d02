import type { Setting } from '@lectern/contract';

/** What every control of a setting is given. */
export interface ControlProps {
  readonly setting: Setting;
  readonly id: string;
  /** Ids of what explains it. */
  readonly describedBy: string;
  readonly isWrong: boolean;
  /** As the API writes values. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** What tells assistive technology about a control. */
export function told({ id, describedBy, isWrong }: ControlProps) {
  return { id, 'aria-describedby': describedBy, 'aria-invalid': isWrong ? true : undefined } as const;
}
