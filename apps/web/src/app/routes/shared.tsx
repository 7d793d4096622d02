import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { SharedReader } from '#features/reader/shared-reader.tsx';
import { OpenLinkPage } from '#features/shares/open-link-page.tsx';
import { SharedPage } from '#features/shares/shared-page.tsx';
import { useSharedToken } from '../use-shared-token.ts';

const PATH = '/shared/{-$shareId}/{-$bookId}';

const route = getRouteApi(PATH);

/** A shared link, what it shares, and the reader of one of its books. */
export function SharedRoute() {
  const { shareId, bookId } = route.useParams();
  const navigate = useNavigate();
  const { history } = useRouter();
  if (shareId === undefined) return <OpenRoute />;
  if (bookId === undefined) return <SharedPage key={shareId} shareId={shareId} />;
  const open = (next: string | undefined) =>
    void navigate({ to: PATH, params: { shareId, bookId: next }, replace: true });
  const close = () => {
    if (history.canGoBack()) history.back();
    else open(undefined);
  };
  return <SharedReader key={bookId} shareId={shareId} bookId={bookId} onClose={close} onOpenBook={open} />;
}

function OpenRoute() {
  const navigate = useNavigate();
  const { token, keep } = useSharedToken();
  return (
    <OpenLinkPage
      key={token}
      token={token}
      onOpened={(shareId) => void navigate({ to: PATH, params: { shareId, bookId: undefined }, replace: true })}
      onSignIn={keep}
    />
  );
}
