import { t } from '@lingui/core/macro';
import { type ComponentRef, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import css from './copy-field.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onCopied?: () => void;
}

/** Selectable text with a copy button. */
export function CopyField({ label, value, onCopied }: CopyFieldProps) {
  const id = useId();
  const field = useRef<ComponentRef<'input'>>(null);
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const copy = async () => {
    const done = await copyText(value, field.current);
    setOutcome(done ? 'copied' : 'failed');
    if (done) onCopied?.();
  };
  return (
    <div className={css['field']}>
      <label htmlFor={id} className={css['label']}>
        {label}
      </label>
      <div className={css['row']}>
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          className={css['value']}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button icon={outcome === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
          {outcome === 'copied' ? t`Copied` : t`Copy`}
        </Button>
      </div>
      <p role="status" className={outcome === 'failed' ? css['note'] : 'visually-hidden'}>
        {outcome === 'copied' && t`Copied to the clipboard`}
        {outcome === 'failed' && t`The browser does not allow copying here. Select the text and copy it yourself.`}
      </p>
    </div>
  );
}

/** The deprecated copy command, the only way without https. */
interface CopyingDocument {
  readonly execCommand?: (command: 'copy') => boolean;
}

async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    const page: CopyingDocument = document;
    return page.execCommand?.('copy') ?? false;
  }
}
