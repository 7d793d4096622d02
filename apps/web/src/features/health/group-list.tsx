import { plural } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Disclosure } from '#ui/layout/disclosure.tsx';

/** Groups shown before the list is folded. */
const SHOWN = 5;

interface GroupListProps<Group extends { readonly id: string }> {
  readonly groups: readonly Group[];
  readonly children: (group: Group) => ReactNode;
}

export function GroupList<Group extends { readonly id: string }>({ groups, children }: GroupListProps<Group>) {
  const list = (some: readonly Group[]) => (
    <ul>
      {some.map((group) => (
        <li key={group.id}>{children(group)}</li>
      ))}
    </ul>
  );
  const folded = groups.slice(SHOWN);
  const more = folded.length;
  return (
    <>
      {list(groups.slice(0, SHOWN))}
      {more > 0 && (
        <Disclosure title={plural(more, { one: '# more group', other: '# more groups' })}>{list(folded)}</Disclosure>
      )}
    </>
  );
}
