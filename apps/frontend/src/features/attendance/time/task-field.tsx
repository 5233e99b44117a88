import type { TaskRowAnswer } from '@gos/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pickTaskQuery, taskListQuery } from '../../../entities/task/tasks.api';
import type { WorkableTask } from '../../../entities/work/work-changes';
import { Picker } from '../../../ui/fields/picker';
import { PickedField } from '../../../ui/form-field';
import { useTimeT } from './time-texts';

interface TaskFieldProps {
  readonly value: WorkableTask | null;
  /** Another person whose time it is: their tasks come first. */
  readonly solver: number | null;
  readonly error: string | undefined;
  readonly onChange: (task: WorkableTask) => void;
}

const content = ({ id, name, project }: Pick<TaskRowAnswer, 'id' | 'name' | 'project'>) =>
  `#${id} ${name}${project === null ? '' : ` · ${project.name}`}`;

/** The task that was worked on: first those that the person is to complete, any other by its words. */
export function TaskField({ value, solver, error, onChange }: TaskFieldProps) {
  const t = useTimeT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const [asked] = useDebouncedValue(search.trim(), 120);
  const mine = useQuery({
    ...taskListQuery({
      ...(solver === null ? { list: 'to-complete' } : { list: 'all', solver: [solver] }),
      page: 1,
      pageSize: 25,
    }),
    enabled: opened,
  });
  const found = useQuery({ ...pickTaskQuery(asked), enabled: opened && asked !== '' });
  const answer = asked === '' ? mine : found;
  const tasks = (answer.data?.items ?? []) as readonly TaskRowAnswer[];
  const label = t('time.form.task');
  return (
    <PickedField
      label={label}
      name="taskId"
      error={error}
      picker={(button) => (
        <Picker
          label={label}
          placeholder={t('time.form.find-task')}
          search={search}
          onSearch={setSearch}
          onOpened={() => setOpened(true)}
          nothing={t(answer.isFetching ? 'task.people.loading' : 'task.predecessors.nothing')}
          onPick={(id) => {
            const task = tasks.find((one) => String(one.id) === id);
            if (task !== undefined) onChange({ id: task.id, name: task.name, project: task.project });
          }}
          options={tasks.map((task) => ({
            value: String(task.id),
            content: content(task),
            chosen: task.id === value?.id,
          }))}
        >
          {button}
        </Picker>
      )}
    >
      {value === null ? t('time.form.choose-task') : content(value)}
    </PickedField>
  );
}
