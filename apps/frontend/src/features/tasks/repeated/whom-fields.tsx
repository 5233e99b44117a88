import { createFors, limits } from '@gos/domain';
import { Radio, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PriorityBars } from '../../../entities/task/priority-bars';
import { PersonLabel } from '../../../entities/user/avatar';
import { PersonField } from '../../../entities/user/person-field';
import { positionsQuery } from '../../../entities/user/positions.api';
import { useReader } from '../../../entities/user/use-reader';
import form from '../../../ui/form.module.css';
import classes from './repeated-form.module.css';
import { useRepeatedT } from './repeated-texts';
import type { RepeatedForm } from './use-repeated-form';

const priorities = Array.from({ length: limits.priority.max }, (_, index) => String(limits.priority.max - index));

function PositionField({ form: { draft, change, errorOf } }: { readonly form: RepeatedForm }) {
  const t = useRepeatedT();
  const { data, isPending, isError } = useQuery(positionsQuery);
  const all = data ?? [];
  const { position } = draft;
  const offered = position && !all.some(({ id }) => id === position.id) ? [position, ...all] : all;
  return (
    <Select
      label={t('repeated.field.position')}
      required
      searchable
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={position === null ? null : String(position.id)}
      onChange={(chosen) => {
        const found = offered.find(({ id }) => String(id) === chosen);
        change({ position: found ? { id: found.id, name: found.name } : null });
      }}
      placeholder={t('repeated.position.choose')}
      nothingFoundMessage={t(
        isPending ? 'task.people.loading' : isError ? 'repeated.position.failure' : 'people.positions.none',
      )}
      error={errorOf('position')}
      data-field="position"
    />
  );
}

/** For whom it is, from whom, and how soon. */
export function WhomFields({ form: given }: { readonly form: RepeatedForm }) {
  const t = useRepeatedT();
  const reader = useReader();
  const { draft, change, errorOf } = given;
  return (
    <>
      <Radio.Group
        label={t('repeated.field.createFor')}
        value={draft.createFor}
        onChange={(value) => change({ createFor: createFors.find((one) => one === value) ?? 'user' })}
      >
        <div className={classes.kinds} data-field="createFor">
          {createFors.map((one) => (
            <Radio.Card key={one} value={one} className={form.type}>
              <Radio.Indicator size="xs" />
              <span>
                <span className={form.typeName}>{t(`repeated.for.${one}`)}</span>
                <span className={form.help}>{t(`repeated.for.${one}.help`)}</span>
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <div className={classes.whom}>
        {draft.createFor === 'user' ? (
          <PersonField
            label={t('task.field.solver')}
            name="solver"
            value={draft.solver}
            none={t('task.solver.none')}
            error={errorOf('solver')}
            onChange={(solver) => change({ solver })}
          >
            <PersonLabel person={draft.solver} none={t('task.solver.none')} />
          </PersonField>
        ) : (
          <PositionField form={given} />
        )}
        <PersonField
          label={t('task.field.contractor')}
          name="contractor"
          value={draft.contractor}
          error={errorOf('contractor')}
          onChange={(contractor) => change({ contractor: contractor ?? { id: reader.id, name: reader.name } })}
        >
          <PersonLabel person={draft.contractor} />
        </PersonField>
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
      </div>
    </>
  );
}
