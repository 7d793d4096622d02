/** One line; told apart by colour and dash pattern. */
export interface ChartLine {
  readonly name: string;
  readonly tone: 'first' | 'second' | 'third';
  /** One per time. */
  readonly values: readonly number[];
}

/** Epoch milliseconds, ascending, with the usual step. */
export interface ChartTimes {
  readonly times: readonly number[];
  readonly stepMs: number;
}
