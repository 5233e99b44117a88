import { codePoints, limits, tidy } from '@gos/domain';
import { Collapse, Skeleton, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconPaperclip, IconRepeat } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useReader } from '../../entities/user/use-reader';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { FileDrop } from '../../ui/fields/file-drop';
import { UploadLines } from '../../ui/fields/upload-lines';
import { largestFile } from '../../ui/fields/use-uploads';
import classes from '../../ui/form.module.css';
import { FieldBox } from '../../ui/form-field';
import { LazyRichText } from '../../ui/rich-text/lazy-rich-text';
import { focusFieldSoon, SendButton, SendForm } from '../../ui/send-form';
import type { NewTaskStart } from './form/asked-place';
import { AssignmentFields } from './form/assignment-fields';
import { Counter, isNear } from './form/counter';
import { OfferedDraft, TemplateNote } from './form/form-notes';
import { MoreFields, ShownDateField } from './form/more-fields';
import { PlaceFields } from './form/place-fields';
import type { DraftField } from './form/task-draft';
import { useTaskForm } from './form/use-task-form';
import { keepRepeated, repeatedOfTask } from './repeated/kept-repeated';

/** A new task on a screen of its own. */
export function NewTask(start: NewTaskStart) {
  const t = useT();
  const router = useRouter();
  const reader = useReader();
  const moreId = useId();
  const form = useTaskForm(start);
  const { draft, change, leave, errorOf, files, template } = form;
  const nameLength = codePoints(tidy(draft.name));
  const assigned = form.board?.assignedUser ?? null;
  const [more, setMore] = useState(false);
  const root = useRef<HTMLFormElement>(null);

  useEffect(() => root.current?.querySelector('input')?.focus(), []);

  const fieldNamed = (name: DraftField) => root.current?.querySelector<HTMLElement>(`[data-field="${name}"]`);

  async function submit() {
    const wrong = await form.submit();
    if (wrong === null) return;
    if (fieldNamed(wrong)?.closest(`[id='${moreId}']`)) setMore(true);
    focusFieldSoon(() => fieldNamed(wrong));
  }

  return (
    <FileDrop everywhere onFiles={(chosen) => void files.add(chosen)}>
      {(chooseFiles) => (
        <SendForm ref={root} className={classes.form} aria-label={t('task.new.title')} onSend={() => void submit()}>
          <h1 className={classes.title}>{t('task.new.title')}</h1>
          <OfferedDraft form={form} onTaken={() => fieldNamed('name')?.focus()} />
          <TemplateNote template={form.template} />
          <TextInput
            label={t('task.field.name')}
            required
            size="md"
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            onBlur={() => draft.name !== '' && leave('name')}
            error={errorOf('name')}
            rightSectionWidth={72}
            rightSection={isNear(nameLength, limits.name.max) && <Counter count={nameLength} max={limits.name.max} />}
            data-field="name"
          />
          <FieldBox label={t('task.field.description')} error={errorOf('description')}>
            {() => (
              <>
                {template?.copying === true ? (
                  <Skeleton height={146} radius={7} />
                ) : (
                  <LazyRichText
                    key={form.edition}
                    label={t('task.field.description')}
                    value={draft.description}
                    onChange={(description) => change({ description })}
                    onBusy={form.setImagesBusy}
                  />
                )}
                <Counter count={draft.description.length} max={limits.description.max} />
              </>
            )}
          </FieldBox>
          <PlaceFields
            project={draft.project}
            board={draft.board}
            onChange={({ project, board }) => change({ project, board })}
            errorOf={errorOf}
            hint={draft.solver === null && assigned && t('task.board.solver', { name: assigned.name })}
            beside
          />
          <AssignmentFields form={form} />
          <UnstyledButton
            className={classes.moreButton}
            aria-expanded={more}
            aria-controls={moreId}
            onClick={() => setMore(!more)}
          >
            <IconChevronRight size={15} stroke={1.75} data-open={more || undefined} aria-hidden />
            {t('task.new.more')}
          </UnstyledButton>
          <Collapse expanded={more} id={moreId}>
            <MoreFields form={form}>
              <ShownDateField
                value={draft.shownDate}
                error={errorOf('shownDate')}
                onChange={(shownDate) => change({ shownDate })}
              />
            </MoreFields>
          </Collapse>
          <UploadLines uploads={files.uploads} onRemove={files.remove} onRetry={(key) => void files.retry(key)} />
          <p className={classes.help}>{t('task.files.limit', { max: largestFile })}</p>
          <div className={classes.buttons}>
            <SendButton loading={form.sending} disabled={form.waits !== null}>
              {t('task.new.create')}
            </SendButton>
            <SmallButton
              variant="default"
              onClick={() =>
                router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/tasks' })
              }
            >
              {t('task.action.cancel')}
            </SmallButton>
            <SmallButton
              variant="subtle"
              color="gray"
              leftSection={<IconRepeat size={15} stroke={1.75} />}
              onClick={() => {
                form.handOver((fields) =>
                  keepRepeated(reader.id, 'new', { fields: repeatedOfTask(fields), revision: 0 }),
                );
                void router.navigate({ to: '/tasks/repeated-new' });
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
