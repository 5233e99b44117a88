import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../lib/save-file';
import { showProblem } from '../../ui/toast';
import { type Compared, wholeComparison } from './compare.api';
import { useCompareT } from './compare-texts';

/** Saves the whole comparison as a JSON file, all its pages included. */
export function useComparisonFile(thing: Compared, title: string) {
  const t = useCompareT();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function save() {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const comparison = await wholeComparison(thing, controller.signal);
      saveFile(`${title}.json`, [`${JSON.stringify(comparison, null, 2)}\n`], 'application/json;charset=utf-8');
    } catch (error) {
      if (!controller.signal.aborted) showProblem(error, t('compare.failed'));
    } finally {
      if (!controller.signal.aborted) setBusy(false);
    }
  }
  return { busy, save: () => void save() };
}
