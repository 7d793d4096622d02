import { t } from '@lingui/core/macro';
import { formatNumber } from '#lib/format.ts';

/** 3 → "3 ms", 0.42 → "0.42 ms", 1234 → "1.2 s". */
export function formatMs(durationMs: number): string {
  if (durationMs >= 60_000) {
    const minutes = round(durationMs / 60_000);
    return t`${minutes} min`;
  }
  const seconds = round(durationMs / 1000);
  const milliseconds = round(durationMs);
  return durationMs >= 1000 ? t`${seconds} s` : t`${milliseconds} ms`;
}

/** Keeps two significant digits: 0.42, 4.2, 42. */
export function round(value: number): string {
  const digits = value === 0 || value >= 10 ? 0 : value >= 1 ? 1 : 2;
  return formatNumber(Number(value.toFixed(digits)));
}

/** 93784 → "1 d 2 h". */
export function formatUptime(uptimeSeconds: number): string {
  const seconds = Math.floor(uptimeSeconds) % 60;
  const minutes = Math.floor(uptimeSeconds / 60) % 60;
  const hours = Math.floor(uptimeSeconds / 3600) % 24;
  const days = Math.floor(uptimeSeconds / 86_400);
  if (days > 0) return t`${days} d ${hours} h`;
  if (hours > 0) return t`${hours} h ${minutes} min`;
  return minutes > 0 ? t`${minutes} min` : t`${seconds} s`;
}

/** Hit ratio; undefined without requests. */
export function hitShare({ hits, misses }: { readonly hits: number; readonly misses: number }): number | undefined {
  return hits + misses === 0 ? undefined : hits / (hits + misses);
}
