import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './skeleton.module.css';

interface SkeletonProps {
  readonly shape: 'cover' | 'line' | 'title' | 'box';
  /** Width in characters, for lines. */
  readonly width?: number;
}

/** A loading placeholder, invisible for 150 ms so that fast answers do not flicker. */
export function Skeleton({ shape, width }: SkeletonProps) {
  return (
    <span
      className={classNames(css['skeleton'], css[shape])}
      style={width === undefined ? undefined : { inlineSize: `${width}ch` }}
    />
  );
}

/** Groups skeletons and announces loading once. */
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

/** A loading list of blocks. */
export function BoxSkeletons({ label }: { readonly label: string }) {
  return (
    <Loading label={label}>
      <Skeleton shape="box" />
      <Skeleton shape="box" />
      <Skeleton shape="box" />
    </Loading>
  );
}
