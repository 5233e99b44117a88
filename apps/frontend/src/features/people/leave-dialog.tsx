import type { HoldingsAnswer, PersonRef, UserAnswer } from '@gos/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PersonLabel } from '../../entities/user/avatar';
import { PersonField } from '../../entities/user/person-field';
import { usePersonName } from '../../entities/user/person-name';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { FailedLine } from '../../ui/empty-state';
import { focusFieldSoon, SendForm } from '../../ui/send-form';
import { HoldingsList, isHolding } from './holdings-list';
import { holdingsQuery } from './people.api';
import classes from './people.module.css';
import { usePeopleT } from './people-texts';
import { heirField, useLeave } from './use-leave';

interface LeaveProps {
  readonly user: UserAnswer;
  readonly onClose: () => void;
}

interface WhoFieldProps {
  readonly label: string;
  readonly name: string;
  readonly none: string;
  readonly value: PersonRef | null;
  readonly error: string | undefined;
  /** Who leaves is not offered. */
  readonly except: number;
  readonly onChange: (person: PersonRef | null) => void;
}

const WhoField = ({ none, value, ...props }: WhoFieldProps) => (
  <PersonField {...props} none={none} value={value}>
    <PersonLabel person={value} none={none} />
  </PersonField>
);

function LeaveForm({ user, onClose, holdings }: LeaveProps & { readonly holdings: HoldingsAnswer }) {
  const t = usePeopleT();
  const root = useRef<HTMLFormElement>(null);
  const { taker, chooseTaker, heirOf, chooseHeir, errors, busy, send } = useLeave(user, onClose);
  const { active, id, name } = user;
  const alone = active ? holdings.managed.filter((project) => project.alone) : [];
  const holding = isHolding(holdings);

  async function submit() {
    const wrong = await send(holdings);
    if (wrong) focusFieldSoon(() => root.current?.querySelector<HTMLElement>(`[data-field="${wrong}"]`));
  }

  return (
    <SendForm
      ref={root}
      className={classes.leave}
      aria-label={t('people.deactivate.title', { name })}
      onSend={() => void submit()}
    >
      <HoldingsList holdings={holdings} />
      {holding && (
        <WhoField
          label={t('leave.taker')}
          name="handOver"
          none={t('leave.taker.none')}
          value={taker}
          error={errors.handOver}
          except={id}
          onChange={chooseTaker}
        />
      )}
      {alone.map((project) => (
        <WhoField
          key={project.id}
          label={t('leave.heir', { project: project.name })}
          name={heirField(project.id)}
          none={t('leave.heir.choose')}
          value={heirOf(project.id)}
          error={errors[heirField(project.id)]}
          except={id}
          onChange={(person) => chooseHeir(project.id, person)}
        />
      ))}
      {holding && <p className={classes.stays}>{t('leave.stays')}</p>}
      <DialogAnswers>
        <SmallButton variant="default" onClick={onClose}>
          {t('task.action.cancel')}
        </SmallButton>
        {(active || holding) && (
          <SmallButton type="submit" color={active ? 'red' : undefined} loading={busy} data-autofocus>
            {active ? t(taker ? 'leave.confirm-with' : 'leave.confirm') : t('leave.hand-over')}
          </SmallButton>
        )}
      </DialogAnswers>
    </SendForm>
  );
}

/** What somebody holds, who takes it over, and their deactivation. */
export function LeaveDialog({ user, onClose }: LeaveProps) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const { data, isError, isFetching, refetch } = useQuery(holdingsQuery(user.id));
  const title = user.active ? 'people.deactivate.title' : 'leave.hand-over.title';
  return (
    <Dialog onClose={onClose} title={t(title, { name: nameOf(user) })} size={520}>
      <p className={classes.told}>{t(user.active ? 'leave.text' : 'leave.hand-over.text')}</p>
      {!data && isError && <FailedLine text={t('leave.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={90} />}
      {data && <LeaveForm user={user} onClose={onClose} holdings={data} />}
    </Dialog>
  );
}
