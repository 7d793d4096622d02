import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { BASE_PATH } from '#lib/base-path.ts';
import { Note } from '#ui/feedback/notice.tsx';

const CERTIFICATE = `${BASE_PATH}/certificate`;

/** Whether the server has an authority of its own, whose certificate it offers. */
async function hasAuthority(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(`${CERTIFICATE}/lectern.crt`, { method: 'HEAD', signal });
  return answer.headers.get('content-type')?.includes('x509') === true;
}

export function sayPlainHttp(): string {
  return t`This page came over plain http. Browsers keep books for offline reading only over https.`;
}

/** Why nothing can be kept: browsers offer it on https only. */
export function PlainHttpNote() {
  const { data: isOffered = false } = useQuery({
    queryKey: ['certificate'],
    queryFn: async ({ signal }) => hasAuthority(signal),
    retry: false,
  });
  return (
    <Note tone="warning">
      <p>{sayPlainHttp()}</p>
      {isOffered ? (
        <a href={CERTIFICATE}>{t`Trust the certificate of this server`}</a>
      ) : (
        <p>{t`Lectern can offer https by itself: an admin sets “server.tls.mode” to “local” and runs “lectern tls”.`}</p>
      )}
    </Note>
  );
}
