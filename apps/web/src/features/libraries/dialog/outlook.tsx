import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { LANGUAGE } from '#lib/locale.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import css from './outlook.module.css';
import type { Preview } from './use-previews.ts';

interface OutlookProps<Data> {
  readonly preview: Preview<Data>;
  /** Progress label, such as "Looking through the folder". */
  readonly doing: string;
  readonly children: (data: Data) => ReactNode;
}

/** One preview in all states: running with a stop button, failed, stopped or finished. */
export function Outlook<Data>({ preview, doing, children }: OutlookProps<Data>) {
  const { asked, data, error, busy, stopped, stop, again } = preview;
  const isLong = useLate(busy);
  if (!asked) return null;
  if (Object.keys(fieldProblems(error)).length > 0) {
    return <IdleOutlook>{t`Fix the marked fields to see the preview.`}</IdleOutlook>;
  }
  if (error !== null) {
    return (
      <div role="alert">
        <Note tone="danger" action={<Button onClick={again}>{t`Try again`}</Button>}>
          {problemSentence(error)}
        </Note>
      </div>
    );
  }
  if (stopped) {
    return (
      <Note
        tone="info"
        action={<Button onClick={again}>{t`Try again`}</Button>}
      >{t`Preview stopped. You can still save.`}</Note>
    );
  }
  return (
    <>
      {isLong && (
        <div className={css['busy']}>
          <p role="status">{doing}…</p>
          <Button look="quiet" onClick={stop}>{t`Stop`}</Button>
        </div>
      )}
      {data === undefined ? (
        <Loading label={doing}>
          <Skeleton shape="title" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
        </Loading>
      ) : (
        <div className={classNames(css['found'], isLong && css['old'])} aria-busy={busy}>
          {children(data)}
        </div>
      )}
    </>
  );
}

/** Delay before progress is shown, so fast answers do not flicker. */
const LATE_MS = 250;

/** True once `on` has lasted for the delay. */
function useLate(on: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on]);
  return late;
}

/** Explains the preview before it has input. */
export function IdleOutlook({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css['idle']}>
      <Icon name="eye" size={28} />
      <p>{children}</p>
    </div>
  );
}

const joined = new Intl.ListFormat(LANGUAGE);

/** Sample names out of a larger total. */
export function Names({ names, total }: { readonly names: readonly string[]; readonly total: number }) {
  const rest = total - names.length;
  const others = plural(rest, { one: '# more', other: '# more' });
  return <p className={css['names']}>{joined.format(rest > 0 ? [...names, others] : names)}</p>;
}
