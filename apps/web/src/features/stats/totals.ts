import { type Measured, type MeasureName, MEASURES } from './measures.ts';

/** What a whole range comes to by each measure. */
export function totalsOf(summary: Measured): (measure: MeasureName) => number {
  return (measure) => MEASURES[measure].of(summary);
}
