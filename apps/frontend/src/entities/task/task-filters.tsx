import { type Day, plainEntryOf, type TaskState, taskStates } from '@gos/domain';
import { type ComponentProps, lazy, type ReactNode, useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { useStructurallyEqual } from '../../lib/use-derived-state';
import { dayTexts } from '../../ui/day-text';
import { LazyPopup, type TriggerButton } from '../../ui/lazy-popup';
import { FilterMenu } from '../../ui/list-filters';
import { FilterChip } from '../../ui/toolbar';
import { useNamesOfPeople } from '../user/use-people';
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

/** A filter by a plain field. */
export function PlainFilter<F extends FilteredField>(props: PlainFilterProps<F>) {
  const { field, chosen, onChange } = props;
  const all = filterValuesOf(field);
  const isPerson = plainEntryOf(field).kind === 'person';
  const valueIn = (text: string) => (isPerson && text !== 'none' ? Number(text) : text);
  return all === null ? (
    <LazyEnteredFilter
      field={field}
      chosen={chosen.map(String)}
      onChange={(texts) => onChange(texts.map(valueIn) as PlainFilterValue<F>[])}
    />
  ) : (
    <ListedFilter {...props} all={all as readonly PlainFilterValue<F>[]} />
  );
}

const loadEntered = () => import('./entered-filter').then((module) => ({ default: module.EnteredFilter }));
const EnteredFilter = lazy(loadEntered);

/** Its calendar and fields are loaded with the first click. */
function LazyEnteredFilter(props: Omit<ComponentProps<typeof EnteredFilter>, 'button'>) {
  const { field, chosen } = props;
  const t = useT();
  const { locale } = useIntl();
  const label = useFieldName()(field);
  const { kind } = plainEntryOf(field);
  const names = useNamesOfPeople(kind === 'person' ? chosen : []);
  function nameOf(value: string): string {
    if (value === 'none') return t(kind === 'person' ? 'task.value.nobody' : 'task.value.none');
    return kind === 'day' ? dayTexts.short(locale, value as Day) : (names.get(value) ?? value);
  }
  const button: TriggerButton = (given) => <FilterChip {...given} label={label} chosen={chosen.map(nameOf)} />;
  return (
    <LazyPopup popup="dialog" load={loadEntered} button={button}>
      <EnteredFilter {...props} button={button} />
    </LazyPopup>
  );
}

interface ListedFilterProps<F extends FilteredField> extends PlainFilterProps<F> {
  readonly all: readonly PlainFilterValue<F>[];
}

/** A filter by values that are listed: numbers from the greatest, choices in their order. */
function ListedFilter<F extends FilteredField>({ field, chosen, onChange, all }: ListedFilterProps<F>) {
  const t = useT();
  const fieldName = useFieldName();
  const plainText = usePlainText();
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
