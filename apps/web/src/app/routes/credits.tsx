import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { isCreditKind } from '#entities/credit/credit-kinds.ts';
import { CreditPage } from '#features/credits/credit-page.tsx';
import { NamesPage } from '#features/credits/names-page.tsx';
import { NoSuchPage } from '../shell/page-problem.tsx';

const FROM = '/signed-in/shell/people/$kind';

export function CreditsRoute() {
  const { kind } = useParams({ from: FROM });
  const { name, ...search } = useSearch({ from: FROM });
  const navigate = useNavigate();
  if (!isCreditKind(kind)) return <NoSuchPage />;
  if (name === undefined) {
    return (
      <NamesPage
        kind={kind}
        filter={search}
        onFilter={(filter) => void navigate({ to: '/people/$kind', params: { kind }, search: filter, replace: true })}
      />
    );
  }
  return (
    <CreditPage
      kind={kind}
      address={{ ...search, name }}
      onAddress={(address) => void navigate({ to: '/people/$kind', params: { kind }, search: address })}
    />
  );
}
