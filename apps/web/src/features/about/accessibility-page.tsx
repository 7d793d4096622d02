import { t } from '@lingui/core/macro';
import { PALETTE_KEYS } from '#lib/palette-state.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Panel } from '#ui/layout/page.tsx';
import css from './accessibility-page.module.css';

/** The short form of `docs/accessibility.md`, which has each criterion with its test. */
export function AccessibilityPage() {
  useDocumentTitle(t`Accessibility`);
  const keys = PALETTE_KEYS;
  return (
    <div className={css['statement']}>
      <Panel title={t`Accessibility`}>
        <p>{t`Lectern aims at WCAG 2.2, levels A and AA. Tests check each page: with the keyboard, the names of its controls, contrast, large text and narrow screens.`}</p>
        <p>{t`${keys} opens a search over all pages, settings and commands. In the readers, ? lists the keys.`}</p>
      </Panel>
      <Panel title={t`Known gaps`}>
        <ul>
          <li>{t`Pages of comics are pictures without a description. Screen readers get only the page number.`}</li>
          <li>{t`Titles do not say their language, so a screen reader may pronounce them wrongly.`}</li>
          <li>{t`No daily user of a screen reader has tested Lectern yet.`}</li>
        </ul>
      </Panel>
      <Panel title={t`Report a problem`}>
        <p>{t`Tell the admin of this server the page, the browser and the tool that you use.`}</p>
      </Panel>
    </div>
  );
}
