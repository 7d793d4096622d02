import { t } from '@lingui/core/macro';

/** Announces a running submit to screen readers; the form ignores Enter until it ends. */
export function BusyNote({ busy }: { readonly busy: boolean }) {
  return (
    <span className="visually-hidden" role="status">
      {busy && t`One moment…`}
    </span>
  );
}
