import { type Measured, type MeasureName, MEASURES } from './measures.ts';

export function buildTotals(summary: Measured): (measure: MeasureName) => number {
  return (measure) => MEASURES[measure].of(summary);
}
