import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { type CreditKind, creditLink } from './credit-kinds.ts';

interface CreditLinksProps {
  readonly kind: CreditKind;
  readonly names: readonly string[];
}

/** Names, each with a link to its page. */
export function CreditLinks({ kind, names }: CreditLinksProps) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <Link {...creditLink(kind, name)}>{name}</Link>
    </Fragment>
  ));
}
