import { type ReactNode, useRef } from 'react';
import type { IconName } from '#ui/pictures/icon.tsx';
import { Button, type ButtonLook } from './button.tsx';

interface FileButtonProps {
  readonly children: ReactNode;
  readonly look?: ButtonLook;
  readonly icon?: IconName;
  readonly busy?: boolean;
  /** Accessible name of the file input. */
  readonly label: string;
  /** File types, as the attribute `accept` has them. */
  readonly accept?: string;
  /** `many`: several files. `folder`: all files of a folder, with their `webkitRelativePath`. */
  readonly takes?: 'one' | 'many' | 'folder';
  readonly onFiles: (files: readonly File[]) => void;
}

/** Whether the browser lets people choose a folder; phones do not. */
export const PICKS_FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype && matchMedia('(pointer: fine)').matches;

/** A button that opens the browser's file dialog. */
export function FileButton({ children, label, accept, takes = 'one', onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          // React knows no such attribute.
          if (takes === 'folder') element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        accept={accept}
        multiple={takes !== 'one'}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length > 0) onFiles(files);
          // Lets the user choose the same file again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
