import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyField } from '#ui/controls/copy-field.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { type Client, isOnlyHere, type SignIn } from './clients.ts';
import css from './connections-page.module.css';
import { QrCode } from './qr-code.tsx';

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
  return (
    <section className={css['card']} aria-labelledby={id}>
      <div className={css['words']}>
        <h2 id={id}>{client.title}</h2>
        <p className={css['about']}>{client.about}</p>
        <CopyField label={client.field} value={full} />
        <SignInFacts signIn={client.signIn} />
        <ol className={css['steps']}>
          {client.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {client.id === 'scripts' && (
          <CopyField label={t`For example`} value={`curl -H "X-API-Key: svc_…" ${full}/series?pageSize=5`} />
        )}
        <div className={css['acts']}>
          {client.key !== undefined && makesKeys && (
            <Button
              look="primary"
              icon="plus"
              aria-label={t`Make a key for ${client.title}`}
              onClick={onKey}
            >{t`Make a key`}</Button>
          )}
          {client.id === 'scripts' && docs && <a href={`${BASE_PATH}/api/docs`}>{t`Documentation of the API`}</a>}
        </div>
      </div>
      {client.hasCode && !isOnlyHere(address) && (
        <figure className={css['code']}>
          <QrCode text={full} label={t`${client.title}: ${full} as a QR code`} />
          <figcaption>{t`Point a camera at it`}</figcaption>
        </figure>
      )}
    </section>
  );
}

const PASSWORDS: Readonly<Record<Exclude<SignIn, 'key'>, string>> = {
  password: t`Yours`,
  'key-as-password': t`An API key, made for this app (or your own password)`,
  'only-key-as-password': t`An API key, made for this app (your own password does not work there)`,
};

function SignInFacts({ signIn }: { readonly signIn: SignIn }) {
  const { data: user } = useQuery(currentUserQuery());
  if (signIn === 'key') return <Facts rows={[[t`Signs in with`, t`An API key`]]} />;
  return (
    <Facts
      rows={[
        [t`User name`, user?.username ?? ''],
        [t`Password`, PASSWORDS[signIn]],
      ]}
    />
  );
}
