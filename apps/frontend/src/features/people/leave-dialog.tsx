import type { HoldingsAnswer, PersonRef, UserAnswer } from '@gos/contract';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PersonLabel } from '../../entities/user/avatar';
import { PersonField } from '../../entities/user/person-field';
import { usePersonName } from '../../entities/user/person-name';
import { positionKeys } from '../../entities/user/positions.api';
import { changeUser, userKeys } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { FailedLine } from '../../ui/empty-state';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import { SendForm } from '../../ui/send-form';
import { showProblem, showToast } from '../../ui/toast';
import { HoldingsList, isHolding } from './holdings-list';
import { holdingsQuery } from './people.api';
import { usePeopleT } from './people-texts';
import { Paragraph, SmallNote } from './person-section';

interface LeaveProps {
  readonly user: UserAnswer;
  readonly onClose: () => void;
}

interface Handed {
  readonly handOver: PersonRef | null;
  readonly heirs: Readonly<Record<number, PersonRef | null>>;
}

interface WhoFieldProps {
  readonly label: string;
  readonly name: string;
  readonly none: string;
  readonly value: PersonRef | null;
  readonly error: string | undefined;
  /** The leaving person, who is not offered. */
  readonly except: number;
  readonly onChange: (person: PersonRef | null) => void;
}

const WhoField = ({ none, value, ...props }: WhoFieldProps) => (
  <PersonField {...props} none={none} value={value}>
    <PersonLabel person={value} none={none} />
  </PersonField>
);

/** Deactivates a person and hands over their work; for an inactive person, hands over the remaining work. */
function useLeaveForm(user: UserAnswer, alone: HoldingsAnswer['managed'], onClose: () => void) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const client = useQueryClient();
  /** The person who takes the work over is offered for the projects too. */
  const heirOf = ({ handOver, heirs }: Handed, projectId: number) => heirs[projectId] ?? handOver;
  const form = useDraftForm({
    values: { handOver: null, heirs: {} } as Handed,
    check: (draft) => ({
      handOver: !user.active && draft.handOver === null && t('leave.taker.missing'),
      ...Object.fromEntries(
        alone.map(({ id }) => [`heirs.${id}`, heirOf(draft, id) === null && t('leave.heir.missing')]),
      ),
    }),
    send: (_, { values }) =>
      changeUser(user.id, {
        active: false,
        ...(values.handOver && { handOver: values.handOver.id }),
        ...(alone.length > 0 && { heirs: Object.fromEntries(alone.map(({ id }) => [id, heirOf(values, id)!.id])) }),
      }).then(() => values.handOver),
    onSent(taker) {
      for (const queryKey of [userKeys.all, positionKeys.all]) void client.invalidateQueries({ queryKey });
      const said = { name: nameOf(user), to: taker ? nameOf(taker) : '' };
      showToast({
        message: user.active ? t(taker ? 'leave.done-with' : 'leave.done', said) : t('leave.handed', said),
      });
      onClose();
    },
    async onRefused(error, found) {
      // The person meanwhile became the last manager of another project: the dialog now requires its new manager too.
      if (error instanceof ApiProblem && error.code === 'user.last-manage') {
        await client.invalidateQueries({ queryKey: userKeys.holdings(user.id) });
      }
      if (Object.keys(found).length === 0) showProblem(error);
      return undefined;
    },
  });
  return { form, heirOf: (projectId: number) => heirOf(form.draft, projectId) };
}

function LeaveForm({ user, onClose, holdings }: LeaveProps & { readonly holdings: HoldingsAnswer }) {
  const t = usePeopleT();
  const { active, id, name } = user;
  const alone = active ? holdings.managed.filter((project) => project.alone) : [];
  const holding = isHolding(holdings);
  const { form, heirOf } = useLeaveForm(user, alone, onClose);
  const { handOver: taker, heirs } = form.draft;

  return (
    <SendForm {...form.props} className={forms.dialog} aria-label={t('people.deactivate.title', { name })}>
      <HoldingsList holdings={holdings} />
      {holding && (
        <WhoField
          label={t('leave.taker')}
          name="handOver"
          none={t('leave.taker.none')}
          value={taker}
          error={form.errorOf('handOver')}
          except={id}
          onChange={(handOver) => form.change({ handOver })}
        />
      )}
      {alone.map((project) => (
        <WhoField
          key={project.id}
          label={t('leave.heir', { project: project.name })}
          name={`heirs.${project.id}`}
          none={t('leave.heir.choose')}
          value={heirOf(project.id)}
          error={form.errorOf(`heirs.${project.id}`)}
          except={id}
          onChange={(person) => form.change({ heirs: { ...heirs, [project.id]: person } })}
        />
      ))}
      {holding && <SmallNote>{t('leave.stays')}</SmallNote>}
      <DialogAnswers>
        <SmallButton variant="default" onClick={onClose}>
          {t('task.action.cancel')}
        </SmallButton>
        {(active || holding) && (
          <SmallButton type="submit" color={active ? 'red' : undefined} loading={form.busy} data-autofocus>
            {active ? t(taker ? 'leave.confirm-with' : 'leave.confirm') : t('leave.hand-over')}
          </SmallButton>
        )}
      </DialogAnswers>
    </SendForm>
  );
}

/** Deactivates a person and hands over their projects and tasks. */
export function LeaveDialog({ user, onClose }: LeaveProps) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const { data, isError, isFetching, refetch } = useQuery(holdingsQuery(user.id));
  const title = user.active ? 'people.deactivate.title' : 'leave.hand-over.title';
  return (
    <Dialog onClose={onClose} title={t(title, { name: nameOf(user) })} size={520}>
      <Paragraph>{t(user.active ? 'leave.text' : 'leave.hand-over.text')}</Paragraph>
      {!data && isError && <FailedLine text={t('leave.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={90} />}
      {data && <LeaveForm user={user} onClose={onClose} holdings={data} />}
    </Dialog>
  );
}
