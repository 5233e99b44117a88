import { Select } from '@mantine/core';
import { DeadlineField } from '../../../entities/task/deadline-field';
import { DeadlineText } from '../../../entities/task/deadline-text';
import { PriorityBars } from '../../../entities/task/priority-bars';
import { filterValuesOf } from '../../../entities/task/task-search';
import { PersonLabel } from '../../../entities/user/avatar';
import { PersonField } from '../../../entities/user/person-field';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import classes from '../../../ui/form.module.css';
import type { TaskDraft } from './task-draft';
import type { TaskForm } from './use-task-form';

const priorities = filterValuesOf('priority')!.map(String).reverse();

type Given = Pick<TaskDraft, 'contractor' | 'priority'>;

interface GivenFieldProps {
  readonly form: {
    readonly draft: Given;
    change(part: Partial<Given>): void;
    errorOf(field: keyof Given): string | undefined;
  };
}

/** The contractor; without another person it is the reader. */
export function ContractorField({ form: { draft, change, errorOf } }: GivenFieldProps) {
  const t = useT();
  const reader = useReader();
  return (
    <PersonField
      label={t('task.field.contractor')}
      name="contractor"
      value={draft.contractor}
      error={errorOf('contractor')}
      onChange={(contractor) => change({ contractor: contractor ?? { id: reader.id, name: reader.name } })}
    >
      <PersonLabel person={draft.contractor} />
    </PersonField>
  );
}

export function PriorityField({ form: { draft, change, errorOf } }: GivenFieldProps) {
  const t = useT();
  return (
    <Select
      label={t('task.field.priority')}
      data={priorities}
      value={String(draft.priority)}
      onChange={(priority) => priority !== null && change({ priority: Number(priority) })}
      renderOption={({ option }) => <PriorityBars priority={Number(option.value)} />}
      leftSection={<PriorityBars priority={draft.priority} numberless />}
      allowDeselect={false}
      error={errorOf('priority')}
      data-field="priority"
    />
  );
}

/** The solver, the contractor, the deadline and the priority. */
export function AssignmentFields({ form }: { readonly form: TaskForm }) {
  const t = useT();
  const { draft, change, leave, errorOf } = form;
  const assigned = form.board?.assignedUser ?? null;
  return (
    <div className={classes.row}>
      <PersonField
        label={t('task.field.solver')}
        name="solver"
        value={draft.solver}
        none={t(assigned ? 'task.solver.by-board' : 'task.solver.none')}
        error={errorOf('solver')}
        onChange={(solver) => change({ solver })}
      >
        <PersonLabel person={draft.solver ?? assigned} none={t('task.solver.none')} />
      </PersonField>
      <ContractorField form={form} />
      <DeadlineField
        label={t('task.field.deadline')}
        value={draft.deadline}
        boardId={draft.board?.id}
        error={errorOf('deadline')}
        onChange={(deadline) => {
          change({ deadline });
          leave('deadline');
        }}
      >
        <DeadlineText deadline={draft.deadline} none={t('task.value.none')} />
      </DeadlineField>
      <PriorityField form={form} />
    </div>
  );
}
