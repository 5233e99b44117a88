import { taskFieldChecks } from '@gos/domain';
import { Menu } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { DeadlinePicker } from '../../../entities/task/deadline-picker';
import { DayText, DeadlineText } from '../../../entities/task/deadline-text';
import { durationText, parseDuration } from '../../../entities/task/duration';
import { moneyText } from '../../../entities/task/field-value';
import { PriorityBars } from '../../../entities/task/priority-bars';
import { PriorityMenu } from '../../../entities/task/priority-menu';
import { StateLabel } from '../../../entities/task/state-ring';
import { addParticipant, assignTo } from '../../../entities/task/task-changes';
import { AvatarGroup, PersonLabel } from '../../../entities/user/avatar';
import { PeoplePicker, PersonPicker } from '../../../entities/user/person-picker';
import { useT } from '../../../i18n';
import { currency } from '../../../lib/installation';
import { parseMoney } from '../../../lib/money-input';
import { DayPicker } from '../../../ui/fields/day-picker';
import { ValueButton } from '../../../ui/fields/value-button';
import { InlineText } from '../fields/inline-text';
import { ActionItems } from './action-menu';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

export function useMay() {
  const { task, past } = usePanelTask();
  return (action: keyof typeof task.can) => !past && task.can[action] === true;
}

export function StateProperty() {
  const t = useT();
  const { task, past } = usePanelTask();
  if (past) return <StateLabel state={task.state} />;
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-start" withinPortal width={260}>
      <Menu.Target>
        <ValueButton className={classes.value} action={t('task.edit.state')}>
          <StateLabel state={task.state} />
        </ValueButton>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems />
      </Menu.Dropdown>
    </Menu>
  );
}

export function PriorityProperty() {
  const t = useT();
  const { task, actions, editable } = usePanelTask();
  if (!editable.has('priority')) return <PriorityBars priority={task.priority} />;
  return (
    <PriorityMenu
      position="bottom-start"
      value={task.priority}
      onChange={(priority) => void actions.edit({ priority })}
    >
      <ValueButton className={classes.value} action={t('task.edit.field', { field: t('task.field.priority') })}>
        <PriorityBars priority={task.priority} />
      </ValueButton>
    </PriorityMenu>
  );
}

export function DeadlineProperty() {
  const t = useT();
  const { task, actions } = usePanelTask();
  const may = useMay();
  const text = <DeadlineText deadline={task.deadline} done={task.state === 'solved'} none={t('task.value.none')} />;
  const content = (
    <>
      <IconCalendar size={15} stroke={1.75} aria-hidden />
      {text}
    </>
  );
  if (!may('deadline')) return <span className={classes.plainValue}>{content}</span>;
  return (
    <DeadlinePicker
      label={t('task.field.deadline')}
      value={task.deadline}
      boardId={task.board?.id}
      clearable={task.type !== 'meeting'}
      onChange={(deadline) => void actions.run({ type: 'deadline', body: { deadline } })}
    >
      {(props) => (
        <ValueButton
          {...props}
          className={classes.value}
          action={t('task.edit.field', { field: t('task.field.deadline') })}
        >
          {content}
        </ValueButton>
      )}
    </DeadlinePicker>
  );
}

export function PlanProperty() {
  const t = useT();
  const { task, actions } = usePanelTask();
  const may = useMay();
  const content =
    task.shownDate === null ? (
      <span className={classes.none}>{t('task.value.at-once')}</span>
    ) : (
      <DayText day={task.shownDate} />
    );
  if (!may('plan')) return content;
  return (
    <DayPicker
      label={t('task.field.shown-date')}
      value={task.shownDate}
      onChange={(shownDate) => void actions.run({ type: 'plan', body: { shownDate } })}
    >
      {(props) => (
        <ValueButton
          {...props}
          className={classes.value}
          action={t('task.edit.field', { field: t('task.field.shown-date') })}
        >
          {content}
        </ValueButton>
      )}
    </DayPicker>
  );
}

export function SolverProperty() {
  const t = useT();
  const { task, actions } = usePanelTask();
  const may = useMay();
  const content = <PersonLabel person={task.solver} none={t('task.solver.none')} />;
  if (!may('assign')) return content;
  return (
    <PersonPicker
      label={t('task.field.solver')}
      value={task.solver}
      none={t('task.solver.none')}
      onChange={(solver) => {
        if (solver?.id !== task.solver?.id) void actions.run(assignTo(solver));
      }}
    >
      {(props) => (
        <ValueButton
          {...props}
          data-edit-solver
          className={classes.value}
          action={t('task.edit.field', { field: t('task.field.solver') })}
        >
          {content}
        </ValueButton>
      )}
    </PersonPicker>
  );
}

export function ParticipantsProperty({ kind }: { readonly kind: 'acknowledged' | 'passive' }) {
  const t = useT();
  const { task, actions } = usePanelTask();
  const may = useMay();
  const people = task.participants[kind];
  const label = t(`task.field.${kind}`);
  const content =
    people.length === 0 ? (
      <span className={classes.none}>{t('task.value.nobody')}</span>
    ) : (
      <AvatarGroup people={people} />
    );
  if (!may('participants')) return content;
  return (
    <PeoplePicker
      label={label}
      value={people}
      onAdd={(person) => void actions.run(addParticipant(person, kind))}
      onRemove={(person) => void actions.run({ type: 'removeParticipant', body: { userId: person.id } })}
    >
      {(props) => (
        <ValueButton {...props} className={classes.value} action={t('task.edit.field', { field: label })}>
          {content}
        </ValueButton>
      )}
    </PeoplePicker>
  );
}

export function EstimateProperty() {
  const t = useT();
  const { task, actions } = usePanelTask();
  const may = useMay();
  const text = task.estimateMinutes === null ? null : durationText(task.estimateMinutes);
  const content = text ?? <span className={classes.none}>{t('task.value.none')}</span>;
  if (!may('estimate')) return content;
  return (
    <InlineText
      label={t('task.field.estimate')}
      value={text ?? ''}
      revision={task.revision}
      placeholder="1h 30m"
      check={(value) => {
        const minutes = parseDuration(value);
        return minutes === null
          ? { path: 'estimateMinutes', code: 'validation.number' }
          : taskFieldChecks.estimateMinutes(minutes);
      }}
      onSave={(value) => actions.run({ type: 'estimate', body: { estimateMinutes: parseDuration(value)! } })}
    >
      {content}
    </InlineText>
  );
}

export function BudgetProperty() {
  const t = useT();
  const { locale } = useIntl();
  const { task, actions } = usePanelTask();
  const may = useMay();
  const content =
    task.budget === null ? (
      <span className={classes.none}>{t('task.value.none')}</span>
    ) : (
      moneyText(locale, task.budget)
    );
  if (!may('budget')) return content;
  return (
    <InlineText
      label={t('task.field.budget')}
      value={task.budget?.amount ?? ''}
      revision={task.revision}
      check={(value) =>
        parseMoney(value) === null
          ? { path: 'budget', code: 'validation.money', params: { currency: currency() } }
          : null
      }
      onSave={(value) =>
        actions.run({
          type: 'budget',
          body: { budget: { amount: parseMoney(value)!, currency: task.budget?.currency ?? currency() } },
        })
      }
    >
      {content}
    </InlineText>
  );
}
