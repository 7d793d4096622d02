import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { FilterField, ListTarget } from './list-query.ts';
import { termLink } from './term-link.ts';

interface TermLinksProps {
  /** The kind of list the links open. */
  readonly target: ListTarget;
  readonly field: FilterField;
  readonly names: readonly string[];
}

export function TermLinks({ target, field, names }: TermLinksProps) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <Link {...termLink(target, field, name)}>{name}</Link>
    </Fragment>
  ));
}
