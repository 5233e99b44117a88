import type { ProjectAnswer } from '@gos/contract';
import { limits } from '@gos/domain';
import { Switch, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { DayText } from '../../entities/task/deadline-text';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { DayPicker } from '../../ui/fields/day-picker';
import { FieldBox, PickedField } from '../../ui/form-field';
import { LazyRichText } from '../../ui/rich-text/lazy-rich-text';
import { CancelButton, focusFieldSoon, Offer, SendButton, SendForm } from '../../ui/send-form';
import { ContractRows } from './contract-rows';
import { ProjectConflictDialog } from './project-conflict';
import { nameLength } from './project-draft';
import classes from './project-form.module.css';
import { useProjectForm } from './use-project-form';

/** The fields of a project, of a new one and of one that is edited. */
export function ProjectForm({ project, label }: { readonly project: ProjectAnswer | null; readonly label: string }) {
  const t = useT();
  const form = useProjectForm(project);
  const { draft, change, leave, errorOf, conflict } = form;
  const root = useRef<HTMLFormElement>(null);
  const isNew = project === null;

  useEffect(() => {
    if (isNew) root.current?.querySelector('input')?.focus();
  }, [isNew]);

  async function submit() {
    const wrong = await form.submit();
    if (wrong === null) return;
    focusFieldSoon(() => root.current?.querySelector<HTMLElement>(`[data-field="${wrong}"]`));
  }

  return (
    <SendForm ref={root} className={classes.form} aria-label={label} onSend={() => void submit()}>
      {form.resumed && (
        <Offer text={t(isNew ? 'project.resumed.new' : 'project.resumed.edit')}>
          <SmallButton variant="default" onClick={form.forget}>
            {t('project.discard')}
          </SmallButton>
        </Offer>
      )}
      <TextInput
        label={
          <span className={classes.counted}>
            {t('project.field.name')}
            <span
              className={classes.counter}
              aria-hidden
              data-over={nameLength(draft.name) > limits.name.max || undefined}
            >
              {nameLength(draft.name)}/{limits.name.max}
            </span>
          </span>
        }
        aria-label={t('project.field.name')}
        required
        withAsterisk={false}
        size="md"
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
        onBlur={() => draft.name !== '' && leave('name')}
        data-field="name"
      />
      <FieldBox label={t('task.field.description')} error={errorOf('description')}>
        {() => (
          <LazyRichText
            key={form.edition}
            label={t('task.field.description')}
            withImages={false}
            value={draft.description}
            onChange={(description) => change({ description })}
          />
        )}
      </FieldBox>
      <div className={classes.row}>
        <TextInput
          label={t('project.field.url')}
          type="url"
          placeholder="https://"
          value={draft.externalTicketSystemUrl ?? ''}
          error={errorOf('externalTicketSystemUrl')}
          onChange={(event) => change({ externalTicketSystemUrl: event.currentTarget.value })}
          onBlur={() => leave('externalTicketSystemUrl')}
          data-field="externalTicketSystemUrl"
        />
        <PickedField
          label={t('project.field.finish-date')}
          name="finishDate"
          error={errorOf('finishDate')}
          picker={(button) => (
            <DayPicker
              label={t('project.field.finish-date')}
              value={draft.finishDate}
              onChange={(finishDate) => change({ finishDate })}
            >
              {button}
            </DayPicker>
          )}
        >
          <IconCalendar size={15} stroke={1.75} aria-hidden />
          {draft.finishDate === null ? (
            <span className={classes.placeholder}>{t('task.value.none')}</span>
          ) : (
            <DayText day={draft.finishDate} />
          )}
        </PickedField>
      </div>
      <Switch
        label={t('project.state.active')}
        description={t('project.active.help')}
        checked={draft.active}
        onChange={(event) => change({ active: event.currentTarget.checked })}
        data-field="active"
      />
      <ContractRows
        contracts={draft.contracts}
        onChange={(contracts) => change({ contracts })}
        onLeave={leave}
        errorOf={errorOf}
      />
      <div className={classes.buttons}>
        <SendButton loading={form.sending} disabled={!isNew && !form.dirty}>
          {t(isNew ? 'project.create' : 'task.action.save')}
        </SendButton>
        {isNew ? (
          <CancelButton to="/tasks/projects" />
        ) : (
          form.dirty && (
            <SmallButton variant="default" onClick={form.forget}>
              {t('project.discard')}
            </SmallButton>
          )
        )}
      </div>
      {conflict && <ProjectConflictDialog conflict={conflict} onSettle={form.settle} onClose={form.closeConflict} />}
    </SendForm>
  );
}
