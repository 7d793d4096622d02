import type { ReactNode } from 'react';
import type { Json } from '../draft.ts';
import type { Field } from '../fields.ts';

export interface ControlProps {
  readonly field: Field;
  readonly value: Json;
  readonly onValue: (value: Json) => void;
  /** Shown beside the label. */
  readonly aside?: ReactNode;
  /** Source of the value, or help for the field. */
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly placeholder?: string | undefined;
}

export function toText(value: Json): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
