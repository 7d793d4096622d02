import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './skeleton.module.css';

interface SkeletonProps {
  readonly shape: 'cover' | 'line' | 'title' | 'box';
  /** Width in characters, for lines. */
  readonly width?: number;
}

/** The shape of something that is loading; invisible for its first 150 ms, so that fast answers never flash. */
export function Skeleton({ shape, width }: SkeletonProps) {
  return (
    <span
      className={classNames(css['skeleton'], css[shape])}
      style={width === undefined ? undefined : { inlineSize: `${width}ch` }}
    />
  );
}

/** Groups skeletons and says once that something is loading. */
export function Loading({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true" className={css['group']}>
        {children}
      </div>
    </div>
  );
}

/** A list of blocks that is on the way. */
export function BoxSkeletons({ label }: { readonly label: string }) {
  return (
    <Loading label={label}>
      <Skeleton shape="box" />
      <Skeleton shape="box" />
      <Skeleton shape="box" />
    </Loading>
  );
}
