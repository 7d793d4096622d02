import type { Durations } from '@lectern/contract';
import { type HistogramState, quantile } from '#metrics/histogram.ts';

/** Rounds to thousandths, finer than any measurement here. */
export function roundThousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** A histogram in the form of the contract. */
export function toDurations(state: HistogramState): Durations {
  const { count, sumMs } = state;
  return {
    count,
    sumMs: roundThousandths(sumMs),
    meanMs: count === 0 ? 0 : roundThousandths(sumMs / count),
    p50Ms: roundThousandths(quantile(state, 0.5)),
    p95Ms: roundThousandths(quantile(state, 0.95)),
    p99Ms: roundThousandths(quantile(state, 0.99)),
  };
}

type ExpositionFormat = 'openmetrics' | 'prometheus';

/** A value with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Cumulative buckets by upper bound in seconds; the last bound is infinite. */
export interface HistogramSample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly buckets: readonly (readonly [upTo: number, count: number])[];
  readonly count: number;
  readonly sum: number;
}

export type Family = {
  /** Without `_total` or `_info`; a name of a quantity ends in its unit. */
  readonly name: string;
  readonly help: string;
  readonly unit?: 'seconds' | 'bytes' | 'ratio';
} & (
  | { readonly type: 'counter' | 'gauge' | 'info'; readonly samples: readonly Sample[] }
  | { readonly type: 'histogram'; readonly samples: readonly HistogramSample[] }
);

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');
}

function formatLabels(
  labels: Readonly<Record<string, string>> | undefined,
  more: Readonly<Record<string, string>> = {},
) {
  const pairs = Object.entries({ ...labels, ...more }).map(
    ([name, value]) => `${name}="${escaped(value).replace(/"/g, '\\"')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** OpenMetrics writes bounds as floating point numbers: `1.0`, not `1`. */
function formatBound(bound: number): string {
  if (bound === Infinity) return '+Inf';
  return Number.isInteger(bound) ? bound.toFixed(1) : String(bound);
}

function histogramLines(name: string, { labels, buckets, count, sum }: HistogramSample): string[] {
  return [
    ...buckets.map(
      ([upTo, below]) => `${name}_bucket${formatLabels(labels, { le: formatBound(upTo) })} ${String(below)}`,
    ),
    `${name}_count${formatLabels(labels)} ${String(count)}`,
    `${name}_sum${formatLabels(labels)} ${String(sum)}`,
  ];
}

function formatFamily(family: Family, format: ExpositionFormat): string[] {
  const { name, help, unit, type } = family;
  const suffix = type === 'counter' ? '_total' : type === 'info' ? '_info' : '';
  const isOpen = format === 'openmetrics';
  // The Prometheus format has no infos, and names a counter after its samples.
  const metric = isOpen ? name : name + suffix;
  const head = [
    `# TYPE ${metric} ${type === 'info' && !isOpen ? 'gauge' : type}`,
    ...(isOpen && unit !== undefined ? [`# UNIT ${metric} ${unit}`] : []),
    `# HELP ${metric} ${isOpen ? escaped(help).replace(/"/g, '\\"') : escaped(help)}`,
  ];
  if (family.type === 'histogram')
    return [...head, ...family.samples.flatMap((sample) => histogramLines(name, sample))];
  return [
    ...head,
    ...family.samples.map(({ labels, value }) => `${name}${suffix}${formatLabels(labels)} ${String(value)}`),
  ];
}

/**
 * Writes families as text, without those that have no samples.
 * @see OpenMetrics 1.0.0; Prometheus text format 0.0.4
 */
export function writeExposition(families: readonly Family[], format: ExpositionFormat): string {
  const lines = families.filter(({ samples }) => samples.length > 0).flatMap((family) => formatFamily(family, format));
  const end = format === 'openmetrics' ? ['# EOF'] : [];
  return `${[...lines, ...end].join('\n')}\n`;
}
