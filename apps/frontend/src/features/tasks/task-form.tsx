import { IconPaperclip, IconRepeat } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useReader } from '../../entities/user/use-reader';
import { useT } from '../../i18n';
import { keepFields } from '../../lib/use-own-fields';
import { SmallButton } from '../../ui/buttons';
import { FileDrop } from '../../ui/fields/file-drop';
import { UploadLines } from '../../ui/fields/upload-lines';
import { largestFile } from '../../ui/fields/use-uploads';
import classes from '../../ui/form.module.css';
import { CancelButton, SendButton, SendForm } from '../../ui/send-form';
import type { NewTaskStart } from './form/asked-place';
import { AssignmentFields } from './form/assignment-fields';
import { Folded, useFoldedForm } from './form/folded';
import { OfferedDraft, TemplateNote } from './form/form-notes';
import { MoreFields } from './form/more-fields';
import { PlaceFields } from './form/place-fields';
import { DayField } from './form/plain-field';
import { DescriptionField, NameField } from './form/text-fields';
import { useTaskForm } from './form/use-task-form';
import { repeatedKey, repeatedOfTask } from './repeated/repeated-of-task';

/** A new task on a screen of its own. */
export function NewTask(start: NewTaskStart) {
  const t = useT();
  const navigate = useNavigate();
  const reader = useReader();
  const form = useTaskForm(start);
  const { draft, change, errorOf, files } = form;
  const assigned = form.board?.assignedUser ?? null;
  const { root, fieldNamed, onSend, fold } = useFoldedForm(form.submit);

  useEffect(() => root.current?.querySelector('input')?.focus(), [root]);

  return (
    <FileDrop everywhere onFiles={(chosen) => void files.add(chosen)}>
      {(chooseFiles) => (
        <SendForm ref={root} className={classes.form} aria-label={t('task.new.title')} onSend={onSend}>
          <h1 className={classes.title}>{t('task.new.title')}</h1>
          <OfferedDraft form={form} onTaken={() => fieldNamed('name')?.focus()} />
          <TemplateNote template={form.template} />
          <NameField form={form} />
          <DescriptionField form={form} />
          <PlaceFields
            project={draft.project}
            board={draft.board}
            onChange={({ project, board }) => change({ project, board })}
            errorOf={errorOf}
            hint={draft.solver === null && assigned && t('task.board.solver', { name: assigned.name })}
            beside
          />
          <AssignmentFields form={form} />
          <Folded fold={fold}>
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
          <div className={classes.buttons}>
            <SendButton loading={form.sending} disabled={form.waits !== null}>
              {t('task.new.create')}
            </SendButton>
            <CancelButton to="/tasks" />
            <SmallButton
              variant="subtle"
              color="gray"
              leftSection={<IconRepeat size={15} stroke={1.75} />}
              onClick={() => {
                form.handOver((fields) =>
                  keepFields(repeatedKey(reader.id, 'new'), { fields: repeatedOfTask(fields), revision: 0 }),
                );
                void navigate({ to: '/tasks/repeated-new' });
              }}
            >
              {t('task.repeat')}
            </SmallButton>
            <SmallButton
              variant="subtle"
              color="gray"
              className={classes.attach}
              leftSection={<IconPaperclip size={15} stroke={1.75} />}
              onClick={chooseFiles}
            >
              {t('task.files.attach')}
            </SmallButton>
          </div>
          <p className={classes.wait} role="status">
            {form.waits !== null && t(form.waits === 'images' ? 'task.editor.wait' : 'task.files.wait')}
          </p>
        </SendForm>
      )}
    </FileDrop>
  );
}
