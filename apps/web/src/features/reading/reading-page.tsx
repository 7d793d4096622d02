import { t } from '@lingui/core/macro';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { KeysPanel } from './keys-panel.tsx';
import { ProfilesPanel } from './profiles-panel.tsx';
import { UsesPanel } from './uses-panel.tsx';

/** Profiles of the readers, what they are used for, and the keys of all readers. */
export function ReadingPage() {
  useDocumentTitle(t`Reading`);
  return (
    <>
      <ProfilesPanel />
      <UsesPanel />
      <KeysPanel />
    </>
  );
}
