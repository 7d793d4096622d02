/** One line of a chart; its tone, and for those who see no tones its dashes, tell it from the others. */
export interface ChartLine {
  readonly name: string;
  readonly tone: 'first' | 'second' | 'third';
  /** One for each time. */
  readonly values: readonly number[];
}

/** Times in epoch milliseconds, oldest first, and how far one is from the next as a rule. */
export interface ChartTimes {
  readonly times: readonly number[];
  readonly stepMs: number;
}
