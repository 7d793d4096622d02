import { i18n } from '@lingui/core';
import { TransNoContext, type TransProps } from '@lingui/react/server';

const lingui = { i18n };

/** A message with elements in it, as the `Trans` macro leaves it. The language is the same for all, so no context gives it. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={lingui} />;
}
