import { plainEntryOf, type TaskState, taskStates } from '@gos/domain';
import { type ReactNode, useCallback } from 'react';
import { useT } from '../../i18n';
import { useStructurallyEqual } from '../../lib/use-derived-state';
import { FilterMenu } from '../../ui/list-filters';
import { useFieldName, usePlainText } from './field-value';
import { PriorityBars } from './priority-bars';
import { StateLabel, stateMessages } from './state-ring';
import { type FilteredField, filterValuesOf, type PlainFilterValue } from './task-search';

const renderState = (state: string) => <StateLabel state={state as TaskState} />;

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

/** Values that are drawn, not written. */
const drawn: { readonly [F in FilteredField]?: (value: string) => ReactNode } = {
  priority: (priority) => <PriorityBars priority={Number(priority)} />,
};

interface PlainFilterProps<F extends FilteredField> {
  readonly field: F;
  readonly chosen: readonly PlainFilterValue<F>[];
  onChange(chosen: PlainFilterValue<F>[]): void;
}

/** A filter by a plain field: numbers from the greatest, choices in their order. */
export function PlainFilter<F extends FilteredField>({ field, chosen, onChange }: PlainFilterProps<F>) {
  const t = useT();
  const fieldName = useFieldName();
  const plainText = usePlainText();
  const all = filterValuesOf(field) as readonly PlainFilterValue<F>[];
  const ordered = plainEntryOf(field).kind === 'integer' ? [...all].reverse() : all;
  const valueIn = (text: string) => all.find((value) => String(value) === text)!;
  const nameOf = (text: string) => (text === 'none' ? t('task.value.none') : plainText(field, valueIn(text)));
  return (
    <FilterMenu
      label={fieldName(field)}
      values={useStructurallyEqual(ordered.map(String))}
      chosen={useStructurallyEqual(chosen.map(String))}
      onChange={useCallback((texts: string[]) => onChange(texts.map(valueIn)), [field, onChange])}
      nameOf={useCallback(nameOf, [field, t])}
      render={useCallback((text: string) => drawn[field]?.(text) ?? nameOf(text), [field, t])}
    />
  );
}
