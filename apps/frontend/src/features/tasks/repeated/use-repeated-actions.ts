import type { Page, RepeatedTaskAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  generateOccurrence,
  repeatedTaskKeys,
  setRepeatedActive,
  skipOccurrence,
} from '../../../entities/repeated-task/repeated-tasks.api';
import { undoOf } from '../../../entities/undo/undo.api';
import { type Layer, layerOn, layersOf } from '../../../lib/query-layers';
import { useEventCallback } from '../../../lib/use-event-callback';
import { useKeyed } from '../../../lib/use-keyed';
import { copyText } from '../../../ui/copy-text';
import { showProblem, showToast } from '../../../ui/toast';
import { useRepeatedT } from './repeated-texts';

type Named = Pick<RepeatedTaskAnswer, 'id' | 'name'>;
type After = (one: RepeatedTaskAnswer) => RepeatedTaskAnswer;

/** A definition as it is to be, wherever it is shown. */
function layerOf(id: number, after: After): Layer {
  const changed: After = (one) => (one.id === id ? after(one) : one);
  const inLists = layerOn(repeatedTaskKeys.lists, (page: Page<RepeatedTaskAnswer>) => ({
    ...page,
    items: page.items.map(changed),
  }));
  const inDetail = layerOn(repeatedTaskKeys.detail(id), changed);
  return (beneath) => inDetail(inLists(beneath));
}

/** An occurrence ahead: of one that is a task its number, of one to come its deadline. */
export type Occurrence = { readonly number: number } | { readonly deadline: string };

function withoutOccurrence(one: RepeatedTaskAnswer, which: Occurrence): RepeatedTaskAnswer {
  return 'number' in which
    ? { ...one, generated: one.generated.filter(({ number }) => number !== which.number) }
    : { ...one, upcoming: one.upcoming.filter((deadline) => deadline !== which.deadline) };
}

/** Returns the actions of definitions; each shows at once and is reverted with the reason when refused. */
export function useRepeatedActions() {
  const t = useRepeatedT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyed = useKeyed();

  async function shown<T>(id: number, after: After, run: () => Promise<T>): Promise<T> {
    const layer = layersOf(client).show(layerOf(id, after));
    try {
      const answer = await run();
      layer.keep();
      return answer;
    } catch (error) {
      layer.takeBack();
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: repeatedTaskKeys.all });
    }
  }

  const setActive = useEventCallback(async ({ id, name }: Named, active: boolean): Promise<void> => {
    try {
      const answer = await shown(
        id,
        (one) => ({ ...one, active }),
        () => setRepeatedActive(id, active),
      );
      showToast({
        message: t(active ? 'repeated.done.activate' : 'repeated.done.deactivate', { name }),
        ...undoOf([answer], { refresh: () => client.invalidateQueries({ queryKey: repeatedTaskKeys.all }) }),
      });
    } catch (error) {
      showProblem(error, t('repeated.failure.change'));
    }
  });

  async function skip({ id }: Named, which: Occurrence): Promise<void> {
    try {
      await shown(
        id,
        (one) => withoutOccurrence(one, which),
        () => keyed(['skip', id, which], (key) => skipOccurrence(id, which, key)),
      );
      showToast({ message: t('repeated.done.skip') });
    } catch (error) {
      showProblem(error, t('repeated.failure.change'));
    }
  }

  /** The task is opened, so that it alone can be changed. */
  async function generate({ id }: Named, deadline: string): Promise<void> {
    try {
      const { taskId } = await shown(
        id,
        (one) => one,
        () => keyed(['generate', id, deadline], (key) => generateOccurrence(id, deadline, key)),
      );
      showToast({ message: t('repeated.done.generate', { id: taskId }) });
      await navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId }) });
    } catch (error) {
      showProblem(error, t('repeated.failure.change'));
    }
  }

  const copyName = (name: string) => copyText(name, t('task.row.copied'), t('task.failure.action'));

  return { setActive, skip, generate, copyName };
}
