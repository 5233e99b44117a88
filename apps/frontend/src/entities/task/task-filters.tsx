import { type TaskState, taskStates } from '@gos/domain';
import { useCallback } from 'react';
import { useT } from '../../i18n';
import { useStructurallyEqual } from '../../lib/use-derived-state';
import { FilterMenu } from '../../ui/list-filters';
import { PriorityBars } from './priority-bars';
import { StateLabel, stateMessages } from './state-ring';

const priorities = ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'];

const renderState = (state: string) => <StateLabel state={state as TaskState} />;
const nameOfPriority = (priority: string) => priority;
const renderPriority = (priority: string) => <PriorityBars priority={Number(priority)} />;

interface FilterProps<T> {
  readonly chosen: readonly T[];
  readonly onChange: (chosen: T[]) => void;
}

export function StateFilter({ chosen, onChange }: FilterProps<TaskState>) {
  const t = useT();
  const choose = useCallback((states: string[]) => onChange(states as TaskState[]), [onChange]);
  return (
    <FilterMenu
      label={t('task.field.state')}
      values={taskStates}
      chosen={chosen}
      onChange={choose}
      nameOf={useCallback((state: string) => t(stateMessages[state as TaskState]), [t])}
      render={renderState}
    />
  );
}

export function PriorityFilter({ chosen, onChange }: FilterProps<number>) {
  const t = useT();
  const choose = useCallback((values: string[]) => onChange(values.map(Number)), [onChange]);
  return (
    <FilterMenu
      label={t('task.field.priority')}
      values={priorities}
      chosen={useStructurallyEqual(chosen.map(String))}
      onChange={choose}
      nameOf={nameOfPriority}
      render={renderPriority}
    />
  );
}
