import { fetchIds, type Picked } from '#entities/selection/picked.ts';
import { LazyAddToList } from './lazy-add-to-list.tsx';

interface AddPickedProps {
  readonly picked: Picked;
  readonly onClose: (isDone: boolean) => void;
}

export function AddPickedToLists({ picked, onClose }: AddPickedProps) {
  const { kind, count } = picked;
  return <LazyAddToList things={{ kind, count, ids: async () => fetchIds(picked) }} onClose={onClose} />;
}
