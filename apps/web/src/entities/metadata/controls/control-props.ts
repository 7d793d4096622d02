import type { ReactNode } from 'react';
import type { Json } from '../draft.ts';
import type { Field } from '../fields.ts';

/** What every control of a field takes. */
export interface ControlProps {
  readonly field: Field;
  readonly value: Json;
  readonly onValue: (value: Json) => void;
  /** What stands beside the label. */
  readonly aside?: ReactNode;
  /** Where the value comes from, and what the field is for. */
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  /** What is shown where nothing is said. */
  readonly placeholder?: string | undefined;
}

/** A value as the text of a field. */
export function textOf(value: Json): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
