import { fieldProblems } from '#lib/problem.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

/** Few requests need it. */
const LazyConfirmDialog = lazyComponent(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** A request that was refused for want of a second factor. */
interface RefusedRequest {
  readonly error: unknown;
  readonly reset: () => void;
}

interface FactorNeededProps {
  readonly refused: RefusedRequest;
  /** Sends the request again. */
  readonly onConfirmed: () => void;
}

/** Asks for a second factor where the server wants one. It stands outside of forms, because its own form would send them. */
export function FactorNeeded({ refused: { error, reset }, onConfirmed }: FactorNeededProps) {
  if (fieldProblems(error)['secondFactor'] === undefined) return null;
  return <LazyConfirmDialog onConfirmed={onConfirmed} onClose={reset} />;
}
