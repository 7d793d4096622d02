import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery, setupStatusQuery } from '#entities/user/queries.ts';
import { ICON_ADDRESS } from '#lib/base-path.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { AccountStep } from './account-step.tsx';
import { FoldersStep } from './folders-step.tsx';
import css from './setup-page.module.css';

interface SetupPageProps {
  /** Called once the libraries are being created. */
  readonly onDone: () => void;
}

/** First run: account, then folders. An interrupted setup continues at its step. */
export function SetupPage({ onDone }: SetupPageProps) {
  const setup = useQuery(setupStatusQuery());
  const user = useQuery({ ...currentUserQuery(), enabled: setup.data?.setupRequired === false, retry: false });
  const step = user.data === undefined ? 1 : 2;
  return (
    <main id="main" className={css['page']}>
      <div className={css['card']}>
        <p className={css['brand']}>
          <img src={ICON_ADDRESS} alt="" width={36} height={36} />
          {t`Lectern`}
        </p>
        <ol className={css['steps']} aria-label={t`Step ${step} of 2`}>
          <li data-state={step === 1 ? 'now' : 'done'}>
            {step > 1 && <Icon name="check" size={16} />} {t`Your account`}
          </li>
          <li data-state={step === 2 ? 'now' : 'next'}>{t`Your books`}</li>
        </ol>
        {step === 1 ? <AccountStep /> : <FoldersStep onDone={onDone} />}
      </div>
    </main>
  );
}
