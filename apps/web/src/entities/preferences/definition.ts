/** One of a few words; `labels` are what the reader sees. */
export interface Choice<Value extends string> {
  readonly kind: 'choice';
  readonly label: string;
  readonly fallback: Value;
  readonly labels: Readonly<Record<Value, string>>;
}

/** A whole number between two others. */
export interface Range {
  readonly kind: 'range';
  readonly label: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string;
}

/** On or off. */
export interface Toggle {
  readonly kind: 'toggle';
  readonly label: string;
  readonly fallback: boolean;
  readonly help: string;
}

/** What an option may be, and how it is called. */
export type Definition = Choice<string> | Range | Toggle;

export type ValueOf<Item> = Item extends Choice<infer Value> ? Value : Item extends Range ? number : boolean;

/** One of a few words. */
export const choice = <const Value extends string>(
  label: string,
  fallback: NoInfer<Value>,
  labels: Readonly<Record<Value, string>>,
): Choice<Value> => ({ kind: 'choice', label, fallback, labels });

/** A whole number between two others. */
export const range = (
  label: string,
  fallback: number,
  bounds: Pick<Range, 'min' | 'max' | 'step' | 'unit'>,
): Range => ({ kind: 'range', label, fallback, ...bounds });

/** On or off. */
export const toggle = (label: string, fallback: boolean, help: string): Toggle => ({
  kind: 'toggle',
  label,
  fallback,
  help,
});

/** Whether `value` is one that a definition allows. */
export function isAllowed(definition: Definition, value: unknown): boolean {
  switch (definition.kind) {
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(definition.labels, value);
    case 'range':
      return Number.isInteger(value) && Number(value) >= definition.min && Number(value) <= definition.max;
    case 'toggle':
      return typeof value === 'boolean';
  }
}
