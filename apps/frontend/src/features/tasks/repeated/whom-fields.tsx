import { createFors } from '@gos/domain';
import { Radio, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PersonLabel } from '../../../entities/user/avatar';
import { PersonField } from '../../../entities/user/person-field';
import { positionsQuery } from '../../../entities/user/positions.api';
import { ContractorField, PriorityField } from '../form/assignment-fields';
import { RadioCards } from '../form/radio-cards';
import classes from './repeated-form.module.css';
import { useRepeatedT } from './repeated-texts';
import type { RepeatedForm } from './use-repeated-form';

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
  const { draft, change, errorOf } = given;
  return (
    <>
      <Radio.Group
        label={t('repeated.field.createFor')}
        value={draft.createFor}
        onChange={(value) => change({ createFor: createFors.find((one) => one === value) ?? 'user' })}
      >
        <div className={classes.kinds} data-field="createFor">
          <RadioCards
            cards={createFors.map((one) => ({
              value: one,
              name: t(`repeated.for.${one}`),
              help: t(`repeated.for.${one}.help`),
            }))}
          />
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
        <ContractorField form={given} />
        <PriorityField form={given} />
      </div>
    </>
  );
}
