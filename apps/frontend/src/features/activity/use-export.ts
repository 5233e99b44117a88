import { localDay } from '@gos/domain';
import { useEffect, useRef, useState } from 'react';
import { timeZone } from '../../lib/installation';
import { saveFile } from '../../lib/save-file';
import { serverNow } from '../../lib/server-clock';
import { showProblem, showToast } from '../../ui/toast';
import type { ActivityAddress } from './activity-address';
import { filtersOf } from './activity-address';
import { type ExportState, exportActivity } from './activity-export';
import { useActivityT } from './activity-texts';
import type { ExportFormat } from './export-items';

const mime = { csv: 'text/csv', json: 'application/json' } as const satisfies Record<ExportFormat, string>;

interface Destination {
  write(text: string): unknown;
  /** Completes the file. */
  done(): unknown;
  drop(): unknown;
}

/** Not in the types of the library, because only some browsers have it. */
interface PicksFiles {
  showSaveFilePicker?(options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }): Promise<FileSystemFileHandle>;
}

/** A file that the person chooses, written as it arrives; in other browsers a download at the end. Null if nothing is chosen. */
async function destinationOf(name: string, format: ExportFormat): Promise<Destination | null> {
  const suggestedName = `${name}.${format}`;
  const type = mime[format];
  const { showSaveFilePicker } = window as PicksFiles;
  if (!showSaveFilePicker) {
    const parts: string[] = [];
    return {
      write: (text) => parts.push(text),
      done: () => saveFile(suggestedName, parts, `${type};charset=utf-8`),
      drop: () => undefined,
    };
  }
  try {
    const file = await showSaveFilePicker.call(window, {
      suggestedName,
      types: [{ accept: { [type]: [`.${format}`] } }],
    });
    const stream = await file.createWritable();
    return {
      write: (text) => stream.write(text),
      done: () => stream.close(),
      drop: () => stream.abort().catch(() => undefined),
    };
  } catch (error) {
    if ((error as { name?: unknown }).name === 'AbortError') return null;
    throw error;
  }
}

/** The export of all events that the filters let through. It ends with the screen. */
export function useActivityExport(address: ActivityAddress, project: number | null) {
  const t = useActivityT();
  const [state, setState] = useState<ExportState | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(format: ExportFormat) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    let to: Destination | null = null;
    try {
      to = await destinationOf(`${t('activity.export.file')} ${localDay(serverNow(), timeZone())}`, format);
      if (to === null) return;
      setState({ count: 0, waiting: false });
      const filters = filtersOf(project === null ? address : { ...address, project });
      const { write } = to;
      const count = await exportActivity({ format, filters, signal: controller.signal, write, onState: setState });
      await to.done();
      showToast({ message: t('activity.export.done', { count }) });
    } catch (error) {
      void to?.drop();
      if (!controller.signal.aborted) showProblem(error, t('activity.export.failure'));
    } finally {
      running.current = null;
      setState(null);
    }
  }

  return { state, run, cancel: () => running.current?.abort() };
}
