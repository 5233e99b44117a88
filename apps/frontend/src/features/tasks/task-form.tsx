import { Group, Text } from '@mantine/core';
import { IconPaperclip, IconRepeat } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useReader } from '../../entities/user/use-reader';
import { useT } from '../../i18n';
import { uploadFile } from '../../lib/files';
import { keepFields } from '../../lib/use-own-fields';
import { SmallButton } from '../../ui/buttons';
import { FileDrop } from '../../ui/fields/file-drop';
import { UploadLines } from '../../ui/fields/upload-lines';
import { largestFile, useUploads } from '../../ui/fields/use-uploads';
import classes from '../../ui/form.module.css';
import { CancelButton, SendButton, SendForm } from '../../ui/send-form';
import { showProblem } from '../../ui/toast';
import type { NewTaskStart } from './form/asked-place';
import { AssignmentFields } from './form/assignment-fields';
import { Folded } from './form/folded';
import { OfferedDraft, SharedGone, TemplateNote } from './form/form-notes';
import { MoreFields } from './form/more-fields';
import { PlaceFields } from './form/place-fields';
import { DayField } from './form/plain-field';
import { useTaskDrafts } from './form/task-drafts';
import { DescriptionField, NameField } from './form/text-fields';
import { type TaskFormOptions, useTaskForm } from './form/use-task-form';
import { repeatedKey, repeatedOfTask } from './repeated/repeated-of-task';

/** A new task on a screen of its own. Another draft that is taken up opens the form again, with the same files. */
export function NewTask(start: NewTaskStart) {
  const t = useT();
  const drafts = useTaskDrafts(useReader());
  const uploadFailed = useCallback((error: unknown) => showProblem(error, t('task.failure.files')), [t]);
  const files = useUploads(uploadFile, uploadFailed);
  const added = useRef(false);
  const sharedFiles = start.shared?.files ?? [];
  useEffect(() => {
    if (added.current || sharedFiles.length === 0) return;
    added.current = true;
    void files.add(sharedFiles);
  });
  return (
    <FileDrop everywhere onFiles={(chosen) => void files.add(chosen)}>
      {(chooseFiles) => (
        <Form key={drafts.key} start={start} drafts={drafts} files={files} onChooseFiles={chooseFiles} />
      )}
    </FileDrop>
  );
}

interface FormProps extends TaskFormOptions {
  readonly onChooseFiles: () => void;
}

function Form({ onChooseFiles, ...options }: FormProps) {
  const t = useT();
  const navigate = useNavigate();
  const reader = useReader();
  const form = useTaskForm(options);
  const { draft, change, errorOf, waits, props } = form;
  const { drafts, files } = options;
  const assigned = form.board?.assignedUser ?? null;

  useEffect(() => props.ref.current?.querySelector('input')?.focus(), [props.ref]);

  function repeat() {
    keepFields(repeatedKey(reader.id, 'new'), { fields: repeatedOfTask(draft), revision: 0 });
    form.discard();
    void navigate({ to: '/tasks/repeated-new' });
  }

  return (
    <SendForm {...props} className={classes.form} aria-label={t('task.new.title')}>
      <Text component="h1" m={0} fz={17} fw={650} lh="inherit">
        {t('task.new.title')}
      </Text>
      <OfferedDraft drafts={drafts} />
      {drafts.taken === null && <TemplateNote template={form.template} />}
      {drafts.taken === null && <SharedGone shared={options.start.shared} />}
      <NameField form={form} />
      <DescriptionField form={form} copying={form.copying} onBusy={form.setImagesBusy} />
      <PlaceFields
        project={draft.project}
        board={draft.board}
        onChange={change}
        errorOf={errorOf}
        hint={draft.solver === null && assigned && t('task.board.solver', { name: assigned.name })}
        beside
      />
      <AssignmentFields form={form} />
      <Folded fold={form.fold}>
        <MoreFields form={form}>
          <DayField
            label={t('task.field.shown-date')}
            name="shownDate"
            none={t('task.value.at-once')}
            value={draft.shownDate}
            error={errorOf('shownDate')}
            onChange={(shownDate) => change({ shownDate })}
          />
        </MoreFields>
      </Folded>
      <UploadLines uploads={files.uploads} onRemove={files.remove} onRetry={(key) => void files.retry(key)} />
      <p className={classes.help}>{t('task.files.limit', { max: largestFile })}</p>
      <Group gap={8} mt={4}>
        <SendButton loading={form.busy} disabled={waits !== null}>
          {t('task.new.create')}
        </SendButton>
        <CancelButton to="/tasks" />
        <SmallButton
          variant="subtle"
          color="gray"
          leftSection={<IconRepeat size={15} stroke={1.75} />}
          onClick={repeat}
        >
          {t('task.repeat')}
        </SmallButton>
        <SmallButton
          variant="subtle"
          color="gray"
          ml="auto"
          leftSection={<IconPaperclip size={15} stroke={1.75} />}
          onClick={onChooseFiles}
        >
          {t('task.files.attach')}
        </SmallButton>
      </Group>
      <Text mih={18} c="dimmed" fz={12} lh="inherit" role="status">
        {waits !== null && t(waits === 'images' ? 'task.editor.wait' : 'task.files.wait')}
      </Text>
    </SendForm>
  );
}
