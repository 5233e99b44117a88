import type { PersonRef, TaskAnswer, TaskRef } from '@gos/contract';
import type { TaskType } from '@gos/domain';
import { keysOf, tableOf } from '@gos/domain/kernel/tables';
import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { FieldValue, otherPlainFields, useFieldName } from '../../../entities/task/field-value';
import { usePersonName } from '../../../entities/user/person-name';
import { useT } from '../../../i18n';
import { fullMoment } from '../../../ui/moment-format';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';
import { PlainProperty } from './plain-properties';
import { useActivity, useFirstActivity } from './use-activity';

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The definition that it is an occurrence of. */
function RepeatedTaskLink({ repeatedTask: { id, name } }: { readonly repeatedTask: TaskRef }) {
  if (name === null) return `#${id}`;
  return (
    <Link to="/tasks/repeated/$repeatedTaskId" params={{ repeatedTaskId: id }}>
      {name}
    </Link>
  );
}

/** Fields shown elsewhere or together with another one. */
type ToldElsewhere =
  | ('id' | 'name' | 'type' | 'createdAt' | 'participants' | 'waiting' | 'openSubtasks' | 'order' | 'revision')
  | ('description' | 'predecessors' | 'subtasks' | 'files' | 'deleted' | 'can');

/**
 * Fields of the side column are repeated here as text, so that one place has everything. A field of the answer that is
 * neither here nor in the type above does not compile.
 */
const facts: Readonly<Record<Exclude<keyof TaskAnswer, ToldElsewhere>, 'always' | 'when filled'>> = {
  state: 'always',
  outcome: 'when filled',
  priority: 'always',
  project: 'when filled',
  board: 'when filled',
  contractor: 'always',
  solver: 'always',
  deadline: 'always',
  shownDate: 'always',
  estimateMinutes: 'always',
  spentMinutes: 'when filled',
  budget: 'when filled',
  usedBudget: 'when filled',
  costReduction: 'when filled',
  parent: 'when filled',
  repeatedTask: 'when filled',
  tags: 'always',
  ...tableOf(otherPlainFields, () => 'always' as const),
  result: 'when filled',
  reservation: 'when filled',
  rating: 'when filled',
};

export function PanelInformation() {
  const t = useT();
  const { locale } = useIntl();
  const { task } = usePanelTask();
  const fieldName = useFieldName();
  const first = useFirstActivity(task.id);
  const last = useActivity(task.id).items.findLast((item) => item.event !== 'UsersNotified');
  const nameOf = usePersonName();
  const who = (person: PersonRef | null | undefined, at: string) =>
    person
      ? t('task.information.who-when', { name: nameOf(person), when: fullMoment(locale, at) })
      : fullMoment(locale, at);
  return (
    <Stack component="dl" gap={2} m="14px 0 0" fz={13}>
      <Fact label={t('task.field.id')}>{task.id}</Fact>
      <Fact label={t('task.field.type')}>
        <PlainProperty field="type" helpOf={(type) => t(`task.type.${type as TaskType}.help`)} />
      </Fact>
      {keysOf(facts)
        .filter((field) => facts[field] === 'always' || (task[field] !== null && task[field] !== 0))
        .map((field) => (
          <Fact key={field} label={fieldName(field)}>
            {field === 'repeatedTask' && task.repeatedTask !== null ? (
              <RepeatedTaskLink repeatedTask={task.repeatedTask} />
            ) : (
              <FieldValue field={field} value={task[field]} />
            )}
          </Fact>
        ))}
      <Fact label={t('task.field.acknowledged')}>
        <FieldValue field="acknowledged" value={task.participants.acknowledged} />
      </Fact>
      <Fact label={t('task.field.passive')}>
        <FieldValue field="passive" value={task.participants.passive} />
      </Fact>
      <Fact label={t('task.information.created')}>{who(first?.by, task.createdAt)}</Fact>
      {last && last.id !== first?.id && <Fact label={t('task.information.changed')}>{who(last.by, last.at)}</Fact>}
      <Fact label={t('task.information.revision')}>{task.revision}</Fact>
    </Stack>
  );
}
