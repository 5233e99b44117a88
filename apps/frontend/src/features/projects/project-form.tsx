import type { ProjectAnswer } from '@gos/contract';
import { limits, type ProjectField } from '@gos/domain';
import { Group, Switch, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createProject, editProject, projectKeys } from '../../entities/project/projects.api';
import { DayText } from '../../entities/task/deadline-text';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { DayPicker } from '../../ui/fields/day-picker';
import { useDraftForm } from '../../ui/form/use-draft-form';
import { FieldBox, PickedField } from '../../ui/form-field';
import { LazyConflictDialog } from '../../ui/lazy-dialogs';
import pieces from '../../ui/pieces.module.css';
import { LazyRichText } from '../../ui/rich-text/lazy-rich-text';
import { CancelButton, Offer, SendButton, SendForm } from '../../ui/send-form';
import { showProblem, showToast } from '../../ui/toast';
import { ContractRows } from './contract-rows';
import { emptyProject, fieldsOf, fitsProject, nameLength, projectBody, projectErrors, rowPath } from './project-draft';
import classes from './project-form.module.css';
import { ProjectValue, projectFieldMessages } from './project-value';

/** Excess is shown while it is typed; a missing value only once the field was left or sent. */
const isAtOnce = (code: string) =>
  /(too-(long|large|many)|characters)$/.test(code) || code === 'project.contract.twice';

function useProjectForm(project: ProjectAnswer | null) {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useDraftForm({
    values: fieldsOf(project ?? emptyProject),
    revision: project?.revision,
    draft: { key: `gos-project-draft-${me.id}-${project?.id ?? 'new'}`, fits: fitsProject },
    text: 'description',
    body: projectBody,
    check: projectErrors,
    atOnce: isAtOnce,
    fieldOf: (path, { contracts }) => path && rowPath(path, contracts),
    send: (changed, { revision, idempotencyKey }) =>
      project === null
        ? createProject({ ...changed, name: changed.name ?? '' }, idempotencyKey)
        : editProject(project.id, changed, { idempotencyKey, ifMatch: revision }),
    savedRevision: project === null ? undefined : ({ revision }) => revision,
    async onSent({ id, revision }, changed) {
      if (project === null) {
        void client.invalidateQueries({ queryKey: projectKeys.lists });
        showToast({ message: t('project.created') });
        await navigate({ to: '/tasks/project/$projectId', params: { projectId: id } });
        return;
      }
      client.setQueryData<ProjectAnswer>(
        projectKeys.detail(id),
        (present) => present && { ...present, ...changed, revision: Math.max(present.revision, revision) },
      );
      void client.invalidateQueries({ queryKey: projectKeys.all });
      const [only, ...others] = Object.keys(changed);
      const isStatus = only === 'active' && others.length === 0;
      showToast({ message: t(isStatus ? 'project.status-changed' : 'project.edited') });
    },
    onUnchanged() {
      form.forget();
      void client.invalidateQueries({ queryKey: projectKeys.all });
    },
    onRefused(error) {
      showProblem(error, t(project === null ? 'project.failure.create' : 'project.failure.edit'));
      return undefined;
    },
  });
  return form;
}

/** The fields of a project, of a new one and of one that is edited. */
export function ProjectForm({ project, label }: { readonly project: ProjectAnswer | null; readonly label: string }) {
  const t = useT();
  const form = useProjectForm(project);
  const { draft, change, field, checkbox, props } = form;
  const isNew = project === null;

  useEffect(() => {
    if (isNew) props.ref.current?.querySelector('input')?.focus();
  }, [isNew, props.ref]);

  return (
    <SendForm {...props} className={classes.form} aria-label={label}>
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
        {...field('name')}
      />
      <FieldBox label={t('task.field.description')} error={form.errorOf('description')}>
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
          {...field('externalTicketSystemUrl')}
          value={draft.externalTicketSystemUrl ?? ''}
        />
        <PickedField
          label={t('project.field.finish-date')}
          name="finishDate"
          error={form.errorOf('finishDate')}
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
            <span className={pieces.nothing}>{t('task.value.none')}</span>
          ) : (
            <DayText day={draft.finishDate} />
          )}
        </PickedField>
      </div>
      <Switch label={t('project.state.active')} description={t('project.active.help')} {...checkbox('active')} />
      <ContractRows
        contracts={draft.contracts}
        onChange={(contracts) => change({ contracts })}
        onLeave={form.leave}
        errorOf={form.errorOf}
      />
      <Group gap={8} mt={4}>
        <SendButton loading={form.busy} disabled={!isNew && !form.dirty}>
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
      </Group>
      <LazyConflictDialog
        form={form}
        nameOf={(path) => (path in projectFieldMessages ? t(projectFieldMessages[path as ProjectField]) : path)}
        render={(path, value) => <ProjectValue field={path} value={value} />}
      />
    </SendForm>
  );
}
