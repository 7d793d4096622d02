import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ChildProfile } from '@lectern/contract';
import { useState } from 'react';
import css from '#entities/user/account-list.module.css';
import { childProfilesQuery, openChildProfile } from '#entities/user/child-profiles.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { ChildDialog } from './child-dialog.tsx';
import page from './children-page.module.css';
import { DeleteChildDialog } from './delete-child-dialog.tsx';
import { PinPanel } from './pin-panel.tsx';

type Asked =
  | { readonly kind: 'edit'; readonly child: ChildProfile | undefined }
  | { readonly kind: 'delete'; readonly child: ChildProfile };

/** The child profiles of the signed-in user. */
export function ChildrenPage() {
  useDocumentTitle(t`Child profiles`);
  const children = useQuery(childProfilesQuery());
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <QueryBoundary query={children} loading={<BoxSkeletons label={t`Loading child profiles`} />}>
      {({ profiles, hasPin, hasPassword }) => (
        <>
          <Panel title={t`Child profiles`}>
            <p className={page['lead']}>
              {t`A child profile sees at most what you see, and has its own progress. It cannot change your account.`}
            </p>
            <ul className={css['list']}>
              {profiles.map((child) => (
                <ChildRow key={child.id} child={child} onAsk={setAsked} />
              ))}
            </ul>
            <Button
              icon="plus"
              onClick={() => setAsked({ kind: 'edit', child: undefined })}
            >{t`Add child profile`}</Button>
          </Panel>
          <PinPanel hasPin={hasPin} hasPassword={hasPassword} />
          {asked?.kind === 'edit' && <ChildDialog child={asked.child} onClose={close} />}
          {asked?.kind === 'delete' && <DeleteChildDialog child={asked.child} onClose={close} />}
        </>
      )}
    </QueryBoundary>
  );
}

function limitWords({ libraryIds, ageLimit }: ChildProfile): string {
  const maxAge = ageLimit?.maxAge ?? 0;
  const count = libraryIds?.length ?? 0;
  const age =
    ageLimit === null ? t`No age limit of its own` : plural(maxAge, { one: 'Up to # year', other: 'Up to # years' });
  const libraries =
    libraryIds === null ? t`All libraries that you see` : plural(count, { one: '# library', other: '# libraries' });
  return `${age} · ${libraries}`;
}

interface ChildRowProps {
  readonly child: ChildProfile;
  readonly onAsk: (asked: Asked) => void;
}

function ChildRow({ child, onAsk }: ChildRowProps) {
  const { id, name, isActive } = child;
  const open = useMutation({
    mutationFn: async () => openChildProfile(id),
    onError: (error) => showToast(problemSentence(error)),
  });
  return (
    <li className={css['row']}>
      <span className={css['mark']}>
        <Icon name="user" />
      </span>
      <div className={css['words']}>
        <p className={css['name']} dir="auto">
          {name}
        </p>
        <p className={css['detail']}>{limitWords(child)}</p>
      </div>
      <div className={page['buttons']}>
        {isActive ? (
          <Button aria-label={t`Open profile of ${name}`} busy={open.isPending} onClick={() => open.mutate()}>
            {t`Open profile`}
          </Button>
        ) : (
          <span className={css['badge']} data-tone="quiet">{t`Deactivated`}</span>
        )}
        <IconButton icon="edit" label={t`Edit ${name}`} onClick={() => onAsk({ kind: 'edit', child })} />
        <IconButton icon="trash" label={t`Delete ${name}`} onClick={() => onAsk({ kind: 'delete', child })} />
      </div>
    </li>
  );
}
