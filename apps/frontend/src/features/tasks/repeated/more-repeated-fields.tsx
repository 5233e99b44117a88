import { Select, Stack, Switch, TextInput } from '@mantine/core';
import { DeadlineField } from '../../../entities/task/deadline-field';
import { DeadlineText } from '../../../entities/task/deadline-text';
import form from '../../../ui/form.module.css';
import { MoreFields } from '../form/more-fields';
import classes from './repeated-form.module.css';
import { useRepeatedT } from './repeated-texts';
import type { RepeatedForm } from './use-repeated-form';

const units = ['days', 'hours'] as const;

/** When a task appears, and how many exist at any time. */
function AheadFields({ form: { draft, change, errorOf, field } }: { readonly form: RepeatedForm }) {
  const t = useRepeatedT();
  const planned = draft.firstPlannedDeadline !== null;
  return (
    <div className={form.more}>
      <TextInput
        label={t('repeated.field.generateAhead')}
        description={t('repeated.field.generateAhead.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        {...field('generateAhead')}
      />
      <div className={classes.showFrom}>
        <TextInput
          label={t('repeated.field.showFrom')}
          description={t(planned ? 'repeated.field.showFrom.planned' : 'repeated.field.showFrom.help')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          placeholder={t('task.value.at-once')}
          {...field('showFrom')}
        />
        <Select
          aria-label={t('repeated.field.showFrom.unit')}
          data={units.map((unit) => ({ value: unit, label: t(`repeated.unit.${unit}`) }))}
          value={draft.showFromUnit}
          onChange={(unit) => change({ showFromUnit: units.find((one) => one === unit) ?? 'days' })}
          allowDeselect={false}
        />
      </div>
      <DeadlineField
        label={t('repeated.field.firstPlannedDeadline')}
        name="firstPlannedDeadline"
        value={draft.firstPlannedDeadline}
        error={errorOf('firstPlannedDeadline')}
        onChange={(firstPlannedDeadline) => change({ firstPlannedDeadline })}
      >
        <DeadlineText deadline={draft.firstPlannedDeadline} done none={t('task.value.none')} />
      </DeadlineField>
    </div>
  );
}

/** Fields that most repeated tasks leave empty. */
export function MoreRepeatedFields({ form: given }: { readonly form: RepeatedForm }) {
  const t = useRepeatedT();
  const { draft } = given;
  return (
    <Stack gap={14}>
      <AheadFields form={given} />
      <MoreFields form={given} meeting={draft.createFor === 'meeting'}>
        <Switch
          style={{ alignSelf: 'center' }}
          label={t('project.state.active')}
          description={t('repeated.field.active.help')}
          {...given.checkbox('active')}
        />
      </MoreFields>
    </Stack>
  );
}
