import { t } from '@lingui/core/macro';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { readList } from '../setting-words.ts';
import { type ControlProps, getAriaProps } from './control.ts';
import css from './controls.module.css';

/** A list of strings, added and removed one by one. */
export function ListControl(props: ControlProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const members = readList(props.value);
  const { label } = props.setting;
  const keep = (next: readonly string[]) => props.onValue(JSON.stringify(next));
  const add = () => {
    const member = text.trim();
    if (member === '') return;
    if (!members.includes(member)) keep([...members, member]);
    setText('');
    input.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div className={css['list']}>
      {members.length > 0 && (
        <ul className={css['members']} aria-label={label}>
          {members.map((member) => (
            <li key={member} className={css['member']}>
              <span>{member}</span>
              <IconButton
                icon="close"
                label={t`Remove ${member}`}
                onClick={() => {
                  keep(members.filter((other) => other !== member));
                  input.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <span className={css['add']}>
        <input
          {...getAriaProps(props)}
          ref={input}
          type="text"
          className={css['input']}
          value={text}
          placeholder={members.length === 0 ? t`None yet` : t`Add another`}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
        />
        <Button icon="plus" aria-label={t`Add to ${label}`} onClick={add}>{t`Add`}</Button>
      </span>
    </div>
  );
}
