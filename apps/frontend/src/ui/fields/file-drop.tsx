import { Paper } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n';
import { useEventCallback } from '../../lib/use-event-callback';
import classes from './fields.module.css';

interface FileDropProps {
  readonly onFiles: (files: File[]) => void;
  readonly disabled?: boolean;
  /** The whole screen takes files, wherever they are let go. */
  readonly everywhere?: boolean;
  readonly className?: string;
  readonly children: (choose: () => void) => ReactNode;
}

/** A drop that somebody within has taken is theirs. */
function useDropped(
  target: () => HTMLElement | Window | null,
  disabled: boolean,
  onFiles: (files: File[]) => void,
): boolean {
  const [over, setOver] = useState(false);
  const take = useEventCallback(onFiles);
  const where = useRef(target);
  useEffect(() => {
    const area = where.current();
    if (disabled || area === null) return;
    const listening = new AbortController();
    const listen = (name: string, heard: (event: DragEvent) => void) =>
      area.addEventListener(name, (event) => heard(event as DragEvent), { signal: listening.signal });
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    listen('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      const stays = relatedTarget instanceof Node && (!(area instanceof Node) || area.contains(relatedTarget));
      if (!stays) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!hasFiles(event) || files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      take(files);
    });
    return () => {
      listening.abort();
      setOver(false);
    };
  }, [disabled, take]);
  return over;
}

/** Takes files that are dropped on it; `choose` opens the picker of the system. */
export function FileDrop({ onFiles, disabled = false, everywhere = false, className, children }: FileDropProps) {
  const t = useT();
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const over = useDropped(() => (everywhere ? window : area.current), disabled, onFiles);
  return (
    <div
      ref={area}
      className={`${classes.drop} ${className ?? ''}`}
      data-over={over || undefined}
      data-takes-files={!disabled || undefined}
    >
      {children(() => input.current?.click())}
      {over && everywhere && (
        <Paper
          component="p"
          withBorder
          shadow="md"
          radius={10}
          pos="fixed"
          inset="auto 0 32px"
          w="fit-content"
          maw="calc(100vw - 32px)"
          m="0 auto"
          px={16}
          py={10}
          bg="var(--gos-panel)"
          fz={13.5}
          fw={500}
          style={{ zIndex: 300, borderColor: 'var(--gos-accent)', pointerEvents: 'none' }}
        >
          {t('task.files.drop')}
        </Paper>
      )}
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
