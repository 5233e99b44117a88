import { Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type RefObject, useState } from 'react';
import {
  type Dated,
  earlierThan,
  type Part,
  pageSize,
  readEarlier,
  type Source,
} from '../../../entities/task/loaded-part';
import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
import { MoreButton, Note } from './panel-pieces';

interface EarlierProps<T> {
  readonly source: Source<T>;
  readonly text: string;
  readonly failed: string;
  /** Holds the list, which has the focus when this button is gone with all of them loaded. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly onLoad: () => void;
}

/** Goes on from the list when the button that was pressed is gone. */
export const focusList = (frame: RefObject<HTMLElement | null>) =>
  frame.current?.querySelector('ol')?.focus({ preventScroll: true });

/** How many come at once, and how many there are when those are not all. */
export const earlierPage = (earlier: number) => ({
  count: Math.min(earlier, pageSize),
  more: earlier > pageSize ? earlier : 0,
});

/** Loads the page before what is shown. */
export function Earlier<T extends Dated>({ source, text, failed, frame, onLoad }: EarlierProps<T>) {
  const t = useT();
  const client = useQueryClient();
  const [state, setState] = useState<'rest' | 'busy' | 'failed'>('rest');

  async function load(button: HTMLElement) {
    if (state === 'busy') return;
    setState('busy');
    onLoad();
    try {
      await readEarlier(client, source);
    } catch {
      return setState('failed');
    }
    setState('rest');
    const part = client.getQueryData<Part<T>>(source.key);
    if (part === undefined) return;
    announce(t('task.earlier.shown', { count: part.items.length, total: part.total }));
    // The button may be gone by now, and its focus with it.
    const had = button.isConnected ? button : document.body;
    if (earlierThan(part) === 0 && document.activeElement === had) focusList(frame);
  }

  return (
    <>
      <MoreButton
        aria-disabled={state === 'busy' || undefined}
        onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => void load(currentTarget)}
      >
        {text}
        {state === 'busy' && <Loader size={12} color="gray" ml={8} style={{ verticalAlign: -2 }} />}
      </MoreButton>
      {state === 'failed' && <Note role="alert">{failed}</Note>}
    </>
  );
}
