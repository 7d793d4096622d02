import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccessGroupDetail } from '@lectern/contract';
import { type SubmitEvent, useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { signInWaysQuery } from '#entities/user/sign-in-elsewhere.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import css from './group-members.module.css';

/** Groups elsewhere whose users become members when they sign in. Absent where the server knows no such groups. */
export function GroupMappings({ group: { id, oidcMappings } }: { readonly group: AccessGroupDetail }) {
  const { data: ways } = useQuery(signInWaysQuery());
  if (ways === undefined) return null;
  if (ways.providers.length === 0 && !ways.proxyEnabled && oidcMappings.length === 0) return null;
  return (
    <Panel title={t`Provider groups`}>
      <p className={css['none']}>{t`People in these groups of a sign-in provider become members when they sign in.`}</p>
      {oidcMappings.length > 0 && (
        <ul className={css['members']} aria-label={t`Provider groups`}>
          {oidcMappings.map(({ id: mappingId, oidcGroupName }) => (
            <Mapping key={mappingId} groupId={id} mappingId={mappingId} name={oidcGroupName} />
          ))}
        </ul>
      )}
      <AddMapping groupId={id} />
    </Panel>
  );
}

interface MappingProps {
  readonly groupId: string;
  readonly mappingId: string;
  /** As the provider calls the group. */
  readonly name: string;
}

function Mapping({ groupId, mappingId, name }: MappingProps) {
  const remove = useAccountChange({
    change: async () => request('removeAccessGroupMapping', { params: { id: groupId, mappingId } }),
  });
  return (
    <li>
      {name}
      <Button busy={remove.isPending} aria-label={t`Remove ${name}`} onClick={() => remove.mutate(undefined)}>
        {t`Remove`}
      </Button>
    </li>
  );
}

function AddMapping({ groupId }: Pick<MappingProps, 'groupId'>) {
  const [text, setText] = useState('');
  const add = useAccountChange({
    change: async (oidcGroupName: string) =>
      request('addAccessGroupMapping', { params: { id: groupId }, body: { oidcGroupName } }),
    onDone: () => setText(''),
    showsProblem: true,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = text.trim();
    if (name !== '' && !add.isPending) add.mutate(name);
  };
  const problem = generalProblem(add.error, (path) => path === 'oidcGroupName');
  return (
    <form onSubmit={submit}>
      <TextField
        label={t`Name of the group at the provider`}
        value={text}
        onText={setText}
        problem={fieldProblems(add.error)['oidcGroupName']}
        required
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
      />
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
      <Button type="submit" icon="plus" busy={add.isPending}>{t`Add`}</Button>
    </form>
  );
}
