import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Factors } from '@lectern/contract';
import { useState } from 'react';
import { ConfirmDialog } from '#entities/factor/confirm-dialog.tsx';
import { factorsQuery } from '#entities/factor/queries.ts';
import { formatTime } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { AppPanel } from './app-panel.tsx';
import { BrowsersPanel } from './browsers-panel.tsx';
import css from './factors.module.css';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';

/** Second factors of the own account. */
export function FactorsPage() {
  useDocumentTitle(t`Security`);
  const factors = useQuery(factorsQuery());
  return (
    <QueryBoundary query={factors} loading={<BoxSkeletons label={t`Loading your second factors`} />}>
      {(data) => <FactorPanels factors={data} />}
    </QueryBoundary>
  );
}

function FactorPanels({ factors }: { readonly factors: Factors }) {
  const isOpen = !factors.enabled || factors.confirmedUntil !== null;
  return (
    <>
      <div className={css['state']}>
        <State factors={factors} isOpen={isOpen} />
      </div>
      <PasskeysPanel factors={factors} isOpen={isOpen} />
      <AppPanel factors={factors} isOpen={isOpen} />
      {factors.enabled && <RecoveryPanel factors={factors} isOpen={isOpen} />}
      {factors.rememberedBrowsers.length > 0 && <BrowsersPanel factors={factors} />}
    </>
  );
}

interface StateProps {
  readonly factors: Factors;
  /** Whether factors can be changed now. */
  readonly isOpen: boolean;
}

function State({ factors: { enabled, confirmedUntil }, isOpen }: StateProps) {
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  if (!enabled) {
    return (
      <Note tone="info">{t`Your password alone opens your account. With a second factor, a stolen password is not enough. Apps then need API keys.`}</Note>
    );
  }
  if (isOpen) {
    const time = confirmedUntil === null ? '' : formatTime(Date.parse(confirmedUntil));
    return (
      <Note tone="info">{t`You can make changes until ${time}. After that, confirm with your second factor again.`}</Note>
    );
  }
  return (
    <>
      <Note tone="info" action={<Button icon="unlock" onClick={() => setAsks(true)}>{t`Confirm`}</Button>}>
        {t`To make changes here, confirm with your second factor first.`}
      </Note>
      {asks && <ConfirmDialog onConfirmed={close} onClose={close} />}
    </>
  );
}
