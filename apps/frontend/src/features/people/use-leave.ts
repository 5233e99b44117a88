import type { HoldingsAnswer, PersonRef, UserAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePersonName } from '../../entities/user/person-name';
import { positionKeys } from '../../entities/user/positions.api';
import { changeUser, userKeys } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import { showProblem, showToast } from '../../ui/toast';
import { usePeopleT } from './people-texts';

type Heirs = Readonly<Record<number, PersonRef | undefined>>;
export const heirField = (projectId: number) => `heirs.${projectId}`;

/** Deactivates somebody with what they hand over; of who is inactive already, hands over what was left. */
export function useLeave(user: UserAnswer, onDone: () => void) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const client = useQueryClient();
  const [taker, chooseTaker] = useState<PersonRef | null>(null);
  const [chosen, setChosen] = useState<Heirs>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  /** Who takes the work over is offered for the projects too. */
  const heirOf = (projectId: number): PersonRef | null => chosen[projectId] ?? taker;

  /** @returns the field that is wrong, or null */
  async function send({ managed }: HoldingsAnswer): Promise<string | null> {
    if (busy) return null;
    const alone = user.active ? managed.filter((project) => project.alone) : [];
    const missing = alone.filter(({ id }) => heirOf(id) === null);
    const wrong = {
      ...Object.fromEntries(missing.map(({ id }) => [heirField(id), t('leave.heir.missing')])),
      ...(!user.active && taker === null && { handOver: t('leave.taker.missing') }),
    };
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first !== undefined) return first;
    setBusy(true);
    try {
      await changeUser(user.id, {
        active: false,
        ...(taker && { handOver: taker.id }),
        ...(alone.length > 0 && { heirs: Object.fromEntries(alone.map(({ id }) => [id, heirOf(id)!.id])) }),
      });
    } catch (error) {
      setBusy(false);
      const fields = error instanceof ApiProblem ? error.errors : [];
      setErrors(Object.fromEntries(fields.map(({ path, code, params }) => [path, t(code, params)])));
      // Somebody has stopped managing a project meanwhile: it is asked for too.
      if (error instanceof ApiProblem && error.code === 'user.last-manage') {
        await client.invalidateQueries({ queryKey: userKeys.holdings(user.id) });
      }
      if (fields.length === 0) showProblem(error);
      return fields[0]?.path ?? null;
    }
    for (const queryKey of [userKeys.all, positionKeys.all]) void client.invalidateQueries({ queryKey });
    const said = { name: nameOf(user), to: taker ? nameOf(taker) : '' };
    showToast({
      message: user.active ? t(taker ? 'leave.done-with' : 'leave.done', said) : t('leave.handed', said),
    });
    onDone();
    return null;
  }

  return {
    taker,
    chooseTaker(person: PersonRef | null) {
      chooseTaker(person);
      setErrors({});
    },
    heirOf,
    chooseHeir(projectId: number, person: PersonRef | null) {
      setChosen((before) => ({ ...before, [projectId]: person ?? undefined }));
      setErrors(({ [heirField(projectId)]: _, ...others }) => others);
    },
    errors,
    busy,
    send,
  };
}
