import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../../../i18n';
import classes from './fields.module.css';

interface FileDropProps {
  readonly onFiles: (files: File[]) => void;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly children: (choose: () => void) => ReactNode;
}

/** Takes files that are dropped on it; `choose` opens the picker of the system. */
export function FileDrop({ onFiles, disabled = false, className, children }: FileDropProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; the button inside is everybody's
    <div
      className={`${classes.drop} ${className ?? ''}`}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (disabled || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (disabled || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('task.files.choose')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}
