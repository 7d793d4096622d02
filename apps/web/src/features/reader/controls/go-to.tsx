import { t } from '@lingui/core/macro';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { parseGoTo } from '../engine/position.ts';
import css from './go-to.module.css';

interface GoToProps {
  readonly page: number;
  readonly pageCount: number;
  readonly onGo: (page: number) => void;
  readonly onClose: () => void;
}

/** Asks for a page or a percentage. */
export function GoTo({ page, pageCount, onGo, onClose }: GoToProps) {
  const [text, setText] = useState(String(page));
  const [isRefused, setRefused] = useState(false);
  const last = formatNumber(pageCount);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.select();
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const target = parseGoTo(text, pageCount);
    setRefused(target === undefined);
    if (target === undefined) return;
    onClose();
    onGo(target);
  };
  return (
    <Dialog title={t`Go to page`} open onClose={onClose}>
      <form className={css['form']} onSubmit={submit}>
        <label htmlFor={id}>{t`Page 1 to ${last}, or a percentage such as 50%`}</label>
        <div className={css['row']}>
          <input
            ref={input}
            id={id}
            value={text}
            inputMode="text"
            autoComplete="off"
            aria-invalid={isRefused}
            aria-describedby={`${id}-error`}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" look="primary">{t`Go`}</Button>
        </div>
        <p id={`${id}-error`} role="alert" className={css['error']}>
          {isRefused ? t`Enter a number from 1 to ${last}, or a percentage up to 100%.` : ''}
        </p>
      </form>
    </Dialog>
  );
}
