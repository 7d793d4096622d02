import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { profileQuery } from '#entities/user/account-queries.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyField } from '#ui/controls/copy-field.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import { type Client, isOnlyHere, type SignIn } from './clients.ts';
import css from './connections-page.module.css';

interface ClientCardProps {
  readonly client: Client;
  /** Server address without a trailing slash. */
  readonly address: string;
  /** Whether the server serves its API documentation. */
  readonly docs: boolean;
  readonly onKey: () => void;
}

export function ClientCard({ client, address, docs, onKey }: ClientCardProps) {
  const id = useId();
  const makesKeys = useMay('ApiKeysWrite');
  const full = `${address}${client.path}`;
  const { title } = client;
  return (
    <section className={css['card']} aria-labelledby={id}>
      <div className={css['words']}>
        <h2 id={id}>{title}</h2>
        <p className={css['about']}>{client.about}</p>
        <CopyField label={client.field} value={full} />
        <SignInFacts signIn={client.signIn} />
        <ol className={css['steps']}>
          {client.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {client.id === 'scripts' && (
          <CopyField label={t`Example`} value={`curl -H "X-API-Key: svc_…" ${full}/series?pageSize=5`} />
        )}
        <div className={css['acts']}>
          {client.key !== undefined && makesKeys && (
            <Button
              look="primary"
              icon="plus"
              aria-label={t`Create key for ${title}`}
              onClick={onKey}
            >{t`Create key`}</Button>
          )}
          {client.id === 'scripts' && docs && <a href={`${BASE_PATH}/api/docs`}>{t`API documentation`}</a>}
        </div>
      </div>
      {client.hasCode && !isOnlyHere(address) && (
        <figure className={css['code']}>
          <QrCode text={full} label={t`QR code for ${title}: ${full}`} />
          <figcaption>{t`Scan with a camera`}</figcaption>
        </figure>
      )}
    </section>
  );
}

const PASSWORDS: Readonly<Record<Exclude<SignIn, 'key'>, string>> = {
  password: t`Your password`,
  'key-as-password': t`An API key for this app, or your own password`,
  'only-key-as-password': t`An API key for this app. Your own password does not work there.`,
};

function SignInFacts({ signIn }: { readonly signIn: SignIn }) {
  const { data: user } = useQuery(currentUserQuery());
  const { data: profile } = useQuery(profileQuery());
  if (signIn === 'key') return <Facts rows={[[t`Signs in with`, t`An API key`]]} />;
  // The web app asks for both.
  const needsKey = profile?.secondFactor === true && signIn !== 'password';
  return (
    <Facts
      rows={[
        [t`User name`, user?.username ?? ''],
        [t`Password`, PASSWORDS[needsKey ? 'only-key-as-password' : signIn]],
      ]}
    />
  );
}
