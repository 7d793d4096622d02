/** One of a few values; `labels` are shown to the user. */
export interface Choice<Value extends string> {
  readonly kind: 'choice';
  readonly label: string;
  readonly fallback: Value;
  readonly labels: Readonly<Record<Value, string>>;
}

/** An integer between two bounds. */
export interface Range {
  readonly kind: 'range';
  readonly label: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string;
}

export interface Toggle {
  readonly kind: 'toggle';
  readonly label: string;
  readonly fallback: boolean;
  readonly help: string;
}

/** Type, bounds and labels of an option. */
export type Definition = Choice<string> | Range | Toggle;

export type OptionValue<Item> = Item extends Choice<infer Value> ? Value : Item extends Range ? number : boolean;

export const choice = <const Value extends string>(
  label: string,
  fallback: NoInfer<Value>,
  labels: Readonly<Record<Value, string>>,
): Choice<Value> => ({ kind: 'choice', label, fallback, labels });

export const range = (
  label: string,
  fallback: number,
  bounds: Pick<Range, 'min' | 'max' | 'step' | 'unit'>,
): Range => ({ kind: 'range', label, fallback, ...bounds });

export const toggle = (label: string, fallback: boolean, help: string): Toggle => ({
  kind: 'toggle',
  label,
  fallback,
  help,
});

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
