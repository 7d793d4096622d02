import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { currentUserQuery } from '#entities/user/queries.ts';
import { ApiError } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { Icon, type IconName } from '#ui/pictures/icon.tsx';
import css from './self-test.module.css';
import { checkKey, checkWay, type Finding, summarise } from './self-test.ts';

/** Timeout of the whole test. */
const PATIENCE_MS = 20_000;

const MARKS: Readonly<Record<Finding['level'], readonly [icon: IconName, word: string]>> = {
  good: ['check', t`Good`],
  notice: ['info', t`Hint`],
  problem: ['warning', t`Problem`],
};

function faultIn(error: Error): Finding {
  const message = error instanceof ApiError ? error.message : t`The check did not finish`;
  return { level: 'problem', message, advice: t`Try again in a moment` };
}

/** Tests the connection for problems that other clients would meet. */
export function SelfTestCard() {
  const id = useId();
  const way = useMutation({ mutationFn: async () => checkWay(AbortSignal.timeout(PATIENCE_MS)) });
  const findings = way.isError ? [faultIn(way.error)] : (way.data ?? []);
  return (
    <section className={css['card']} aria-labelledby={id}>
      <h2 id={id}>{t`Connection test`}</h2>
      <p
        className={css['about']}
      >{t`Tests the connection from here to the server: address, encryption, reverse proxies, clocks, and enabled features.`}</p>
      <div>
        <Button icon="refresh" busy={way.isPending} onClick={() => way.mutate()}>
          {findings.length === 0 ? t`Test the connection` : t`Test again`}
        </Button>
      </div>
      <div role="status">{findings.length > 0 && <Findings findings={findings} summary={summarise(findings)} />}</div>
      <KeyCheck />
    </section>
  );
}

function Findings({ findings, summary }: { readonly findings: readonly Finding[]; readonly summary?: string }) {
  const rank = { problem: 0, notice: 1, good: 2 };
  const sorted = findings.toSorted((one, other) => rank[one.level] - rank[other.level]);
  return (
    <>
      {summary !== undefined && <p className={css['summary']}>{summary}</p>}
      <ul className={css['findings']}>
        {sorted.map(({ level, message, advice }) => (
          <li key={message} data-level={level}>
            <span className={css['mark']}>
              <Icon name={MARKS[level][0]} size={18} />
              <span className="visually-hidden">{MARKS[level][1]}</span>
            </span>
            <div>
              <p className={css['message']}>{message}</p>
              {advice !== '' && <p className={css['advice']}>{advice}</p>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function KeyCheck() {
  const { data: user } = useQuery(currentUserQuery());
  const [key, setKey] = useState('');
  const check = useMutation({
    mutationFn: async () => checkKey(user?.username ?? '', key, AbortSignal.timeout(PATIENCE_MS)),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (key.trim() !== '' && !check.isPending) check.mutate();
  };
  const finding = check.isError ? faultIn(check.error) : check.data;
  return (
    <form className={css['key']} onSubmit={submit}>
      <TextField
        label={t`Key to test`}
        hint={t`Signs in with the key once, as an app would. The key is not saved.`}
        value={key}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onText={(text) => {
          setKey(text);
          check.reset();
        }}
      />
      <Button type="submit" busy={check.isPending}>{t`Test key`}</Button>
      <div role="status" className={css['outcome']}>
        {finding !== undefined && <Findings findings={[finding]} />}
      </div>
    </form>
  );
}
