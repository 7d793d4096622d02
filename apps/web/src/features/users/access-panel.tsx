import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { AgeLimit, Permission, UserDetail, UserUpdate } from '@lectern/contract';
import { type SubmitEvent, useState } from 'react';
import { usersQuery } from '#entities/user/account-queries.ts';
import { useAccountChange } from '#entities/user/change-users.ts';
import { PermissionFields } from '#entities/user/permission-fields.tsx';
import { allPermissions, summarisePermissions } from '#entities/user/permission-words.ts';
import { usePermissions } from '#entities/user/use-permissions.ts';
import { request } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { pickUnsaved } from '#lib/pick-unsaved.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { AgeFields } from '#entities/user/age-fields.tsx';
import { LibraryFields } from '#entities/user/library-fields.tsx';
import { type ChosenRole, RoleFields, useRolePermissions } from './role-fields.tsx';
import { UnsavedGuard } from '#ui/feedback/unsaved-guard.tsx';
import css from './user-page.module.css';
import { seesEverything } from './user-words.ts';

interface AccessPanelProps {
  readonly user: UserDetail;
  readonly isSelf: boolean;
  readonly canChange: boolean;
}

interface Access extends ChosenRole {
  readonly permissions: readonly Permission[];
  readonly libraryIds: readonly string[] | null;
  readonly ageLimit: AgeLimit | null;
}

export function AccessPanel({ user, isSelf, canChange }: AccessPanelProps) {
  // edited fields only: the others keep following changes by other admins
  const [touched, setTouched] = useState<Partial<Access>>({});
  const draft: Access = { ...user, customRoleId: user.customRole?.id ?? null, ...touched };
  const ofRole = useRolePermissions(draft.customRoleId);
  const change = (changed: Partial<Access>) => setTouched({ ...touched, ...changed });
  const body = pickChanges(draft, user);
  const isDirty = Object.keys(body).length > 0;
  const save = useAccountChange({
    change: async (_: Partial<Access>) => request('patchUser', { params: { id: user.id }, body }),
    say: ({ username }) => t`Access of ${username} saved`,
    onDone: (_, sent) => setTouched((now) => pickUnsaved(now, sent)),
    showsProblem: true,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(touched);
  };
  return (
    <Panel title={t`Access`}>
      <form onSubmit={submit} className={css['fields']}>
        {isSelf && <OwnRole user={user} />}
        {user.parentId === null && <Rights draft={draft} onChange={change} disabled={isSelf || !canChange} />}
        <VisibleLibraries draft={draft} onChange={change} canChange={canChange} />
        {canChange && <AgeFields value={draft.ageLimit} onValue={(ageLimit) => change({ ageLimit })} />}
        {user.parentId === null && (
          <p className={css['sum']} aria-live="polite">
            {summarisePermissions([...allPermissions(draft.role, draft.permissions, ofRole)])}
          </p>
        )}
        {save.isError && (
          <div role="alert">
            <Note tone="danger">{problemSentence(save.error)}</Note>
          </div>
        )}
        {isDirty && (
          <div className={css['buttons']}>
            <Button type="submit" look="primary" busy={save.isPending}>{t`Save access`}</Button>
            <Button
              onClick={() => {
                setTouched({});
                save.reset();
              }}
            >{t`Undo`}</Button>
          </div>
        )}
      </form>
      <UnsavedGuard isDirty={isDirty} />
    </Panel>
  );
}

/** Admins cannot change their own role, so the last admin stays one. */
function OwnRole({ user }: { readonly user: UserDetail }) {
  const { data: admins } = useQuery(usersQuery({ role: 'admin', isActive: 'true' }));
  const isLast = user.role === 'admin' && admins?.total === 1;
  return (
    <div className={css['note']}>
      <Note tone="info">
        {isLast
          ? t`You are the only admin, so you cannot change your role. To hand over, make another user an admin: they can then change it.`
          : t`This is your own account. Only another admin can change your role, so that you cannot lock yourself out.`}
      </Note>
    </div>
  );
}

interface AccessFieldsProps {
  readonly draft: Access;
  readonly onChange: (changed: Partial<Access>) => void;
}

/** What the account may do. A child profile may do what its parent may, and less. */
function Rights({ draft, onChange, disabled }: AccessFieldsProps & { readonly disabled: boolean }) {
  return (
    <>
      <RoleFields value={draft} onValue={onChange} disabled={disabled} />
      <MorePermissions draft={draft} onChange={onChange} disabled={disabled} />
    </>
  );
}

function MorePermissions({ draft, onChange, disabled }: AccessFieldsProps & { readonly disabled: boolean }) {
  const held = usePermissions();
  const given = allPermissions(draft.role, [], useRolePermissions(draft.customRoleId));
  const extra = draft.permissions.filter((permission) => !given.has(permission));
  if (draft.role === 'admin' && draft.customRoleId === null) return null;
  return (
    <Disclosure
      title={t`Extra permissions`}
      summary={extra.length === 0 ? t({ message: 'None', context: 'permissions' }) : formatNumber(extra.length)}
      open={extra.length > 0}
    >
      <PermissionFields
        value={draft.permissions}
        onValue={(permissions) => onChange({ permissions })}
        offered={disabled ? new Set() : held}
        given={given}
      />
    </Disclosure>
  );
}

function VisibleLibraries({ draft, onChange, canChange }: AccessFieldsProps & { readonly canChange: boolean }) {
  if (seesEverything({ role: draft.role, permissions: [...draft.permissions] })) {
    return <p className={css['lead']}>{t`Admins see all libraries.`}</p>;
  }
  if (!canChange) return null;
  return <LibraryFields value={draft.libraryIds} onValue={(libraryIds) => onChange({ libraryIds })} />;
}

/** Changed fields only. */
function pickChanges(draft: Access, user: UserDetail): UserUpdate {
  const { role, customRoleId, permissions, libraryIds, ageLimit } = draft;
  const isSameRole = customRoleId === (user.customRole?.id ?? null) && (customRoleId !== null || role === user.role);
  return {
    ...(isSameRole ? {} : { customRoleId, ...(customRoleId === null ? { role } : {}) }),
    ...(isSame(permissions, user.permissions) ? {} : { permissions: [...permissions] }),
    ...(isSame(libraryIds, user.libraryIds) ? {} : { libraryIds: libraryIds === null ? null : [...libraryIds] }),
    ...(isSameLimit(ageLimit, user.ageLimit) ? {} : { ageLimit }),
  };
}

function isSameLimit(one: AgeLimit | null, other: AgeLimit | null): boolean {
  return one?.maxAge === other?.maxAge && one?.showsUnrated === other?.showsUnrated;
}

function isSame(some: readonly string[] | null, others: readonly string[] | null): boolean {
  if (some === null || others === null) return some === others;
  return some.length === others.length && some.every((one) => others.includes(one));
}
