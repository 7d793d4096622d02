import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { saveKeptSettings } from '#entities/offline/kept-books.ts';
import { type KeptQuality, LIMITS_BYTES } from '#entities/offline/kept.ts';
import type { Kept } from '#entities/offline/kept-store.ts';
import { formatBytes } from '#lib/format.ts';
import { SelectField } from '#ui/controls/field.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import css from './offline-page.module.css';

/** How much space kept books use, and how much they may use. */
export function Space({ kept }: { readonly kept: Kept }) {
  const { limitBytes, quality } = kept.settings;
  const usedBytes = [...kept.books.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const [used, limit] = [formatBytes(usedBytes), formatBytes(limitBytes)];
  const { data } = useQuery({ queryKey: ['storage'], queryFn: async () => navigator.storage.estimate(), staleTime: 0 });
  const free = formatBytes(Math.max(0, (data?.quota ?? 0) - (data?.usage ?? 0)));
  const words = t`${used} of ${limit}`;
  return (
    <>
      <p>{words}</p>
      <ProgressBar share={usedBytes / limitBytes} label={words} />
      <div className={css['fields']}>
        <SelectField
          label={t`Limit`}
          hint={t`The browser has room for ${free} more.`}
          value={String(limitBytes)}
          options={LIMITS_BYTES.map((bytes) => [String(bytes), formatBytes(bytes)] as const)}
          onValue={(value) => void saveKeptSettings({ limitBytes: Number(value) })}
        />
        <SelectField<KeptQuality>
          label={t`Pages of comics`}
          value={quality}
          options={[
            ['screen', t`Pages for this screen`],
            ['stored', t`Original pages`],
          ]}
          hint={t`Original pages show every detail when you zoom in, and need more space.`}
          onValue={(value) => void saveKeptSettings({ quality: value })}
        />
      </div>
    </>
  );
}
