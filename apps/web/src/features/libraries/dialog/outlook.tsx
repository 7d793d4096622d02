import { type ReactNode, useEffect, useState } from 'react';
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
  /** What is being done while it is: "Looking through the folder". */
  readonly doing: string;
  readonly children: (data: Data) => ReactNode;
}

/** One look ahead in all its states: on its way with a way to stop it, failed, stopped, or found. */
export function Outlook<Data>({ preview, doing, children }: OutlookProps<Data>) {
  const { asked, data, error, busy, stopped, stop, again } = preview;
  const isLong = useLate(busy);
  if (!asked) return null;
  if (Object.keys(fieldProblems(error)).length > 0) {
    return <IdleOutlook>What is marked has to be mended before this can be told.</IdleOutlook>;
  }
  if (error !== null) {
    return (
      <div role="alert">
        <Note tone="danger" action={<Button onClick={again}>Look again</Button>}>
          {problemSentence(error)}
        </Note>
      </div>
    );
  }
  if (stopped) {
    return (
      <Note tone="info" action={<Button onClick={again}>Look again</Button>}>
        Stopped. It can be saved all the same.
      </Note>
    );
  }
  return (
    <>
      {isLong && (
        <div className={css['busy']}>
          <p role="status">{doing} …</p>
          <Button look="quiet" onClick={stop}>
            Stop
          </Button>
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

/** Fast answers never flash. */
const LATE_MS = 250;

/** True once something has been on for a while. */
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

/** What will be told, while there is nothing to tell. */
export function IdleOutlook({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css['idle']}>
      <Icon name="eye" size={28} />
      <p>{children}</p>
    </div>
  );
}

/** Names that stand for more than are shown. */
export function Names({ names, total }: { readonly names: readonly string[]; readonly total: number }) {
  const rest = total - names.length;
  return (
    <p className={css['names']}>
      {names.join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </p>
  );
}
