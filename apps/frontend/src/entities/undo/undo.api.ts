import { type CommandAnswer, undoRoutes } from '@gos/contract';
import { request } from '../../lib/request';
import { showProblem, showToast } from '../../ui/toast';

export const undoAction = (eventId: string) => request(undoRoutes.undo, { body: { eventId } });

interface Undone {
  /** Fetches again what the action changed. */
  readonly refresh: () => unknown;
  /** Shown once the action is undone. */
  readonly said?: string;
}

async function undoEach(eventIds: readonly string[], { refresh, said }: Undone): Promise<void> {
  try {
    for (const eventId of eventIds.toReversed()) await undoAction(eventId);
    if (said !== undefined) showToast({ message: said });
  } catch (error) {
    showProblem(error);
  } finally {
    void refresh();
  }
}

/** The undo that a toast offers, of the actions of these answers, the last one first; nothing where nothing changed. */
export function undoOf(
  answers: readonly Pick<CommandAnswer, 'eventId'>[],
  undone: Undone,
): { readonly undo?: () => void } {
  const eventIds = answers.flatMap(({ eventId }) => eventId ?? []);
  return eventIds.length === 0 ? {} : { undo: () => void undoEach(eventIds, undone) };
}
