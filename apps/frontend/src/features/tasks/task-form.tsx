import { codePoints, limits, tidy } from '@gos/domain';
import { Collapse, Kbd, Select, Skeleton, TextInput, UnstyledButton } from '@mantine/core';
import { IconCalendar, IconChevronRight, IconPaperclip } from '@tabler/icons-react';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { DeadlinePicker } from '../../entities/task/deadline-picker';
import { DeadlineText } from '../../entities/task/deadline-text';
import { PriorityBars } from '../../entities/task/priority-bars';
import { PersonLabel } from '../../entities/user/avatar';
import { PersonPicker } from '../../entities/user/person-picker';
import { useReader } from '../../entities/user/use-reader';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { FileDrop } from '../../ui/fields/file-drop';
import { UploadLines } from '../../ui/fields/upload-lines';
import { largestFile } from '../../ui/fields/use-uploads';
import classes from '../../ui/form.module.css';
import { FieldBox, FieldButton } from '../../ui/form-field';
import { LazyRichText } from '../../ui/rich-text/lazy-rich-text';
import type { NewTaskStart } from './form/asked-place';
import { Counter, isNear } from './form/counter';
import { MoreFields } from './form/more-fields';
import { PlaceFields } from './form/place-fields';
import type { DraftField } from './form/task-draft';
import { useTaskForm } from './form/use-task-form';

const priorities = Array.from({ length: limits.priority.max }, (_, index) => String(limits.priority.max - index));
const moreFields: ReadonlySet<DraftField> = new Set([
  'type',
  'tags',
  'estimate',
  'shownDate',
  'acknowledged',
  'passive',
  'budget',
  'gitBranch',
  'externalUrl',
]);

/** A new task on a screen of its own. */
export function NewTask(start: NewTaskStart) {
  const t = useT();
  const reader = useReader();
  const router = useRouter();
  const moreId = useId();
  const form = useTaskForm(start);
  const { draft, change, leave, errorOf, files, template } = form;
  const wantsSource = useSearch({ strict: false, select: (search) => 'from' in search && search.from !== undefined });
  const nameLength = codePoints(tidy(draft.name));
  const assigned = form.board?.assignedUser ?? null;
  const [more, setMore] = useState(false);
  const root = useRef<HTMLFormElement>(null);

  useEffect(() => root.current?.querySelector('input')?.focus(), []);

  const fieldNamed = (name: DraftField) => root.current?.querySelector<HTMLElement>(`[data-field="${name}"]`);

  async function submit() {
    const wrong = await form.submit();
    if (wrong === null) return;
    if (moreFields.has(wrong)) setMore(true);
    setTimeout(() => {
      const field = fieldNamed(wrong);
      (field?.matches('input, button') ? field : field?.querySelector<HTMLElement>('input, button'))?.focus();
    });
  }

  return (
    <FileDrop everywhere onFiles={(chosen) => void files.add(chosen)}>
      {(chooseFiles) => (
        <form
          ref={root}
          className={classes.form}
          noValidate
          aria-label={t('task.new.title')}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void submit();
            }
          }}
        >
          <h1 className={classes.title}>{t('task.new.title')}</h1>
          {form.offered !== null && (
            <div className={classes.offer} role="status">
              <p>{t('task.new.kept', { name: form.offered.name || t('task.new.nameless') })}</p>
              <SmallButton
                variant="default"
                onClick={() => {
                  form.takeOffered();
                  fieldNamed('name')?.focus();
                }}
              >
                {t('task.new.take-kept')}
              </SmallButton>
              <SmallButton variant="subtle" color="gray" onClick={form.dropOffered}>
                {t('task.new.drop-kept')}
              </SmallButton>
            </div>
          )}
          {template !== null && (
            <div className={classes.offer} role="status">
              <p>
                {t('task.new.from-note', { name: template.task.name })}{' '}
                {template.lost > 0 && t('task.new.from-images', { count: template.lost })}
              </p>
              {template.files > 0 && (
                <SmallButton variant="default" onClick={() => void template.attach()}>
                  {t('task.new.from-files', { count: template.files })}
                </SmallButton>
              )}
            </div>
          )}
          {template === null && wantsSource && (
            <p className={classes.offer} role="alert">
              {t('task.new.from-gone')}
            </p>
          )}
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
          <div className={classes.row}>
            <FieldBox label={t('task.field.solver')} error={errorOf('solver')}>
              {({ labelId, errorId }) => (
                <PersonPicker
                  label={t('task.field.solver')}
                  value={draft.solver}
                  none={t(assigned ? 'task.solver.by-board' : 'task.solver.none')}
                  onChange={(solver) => change({ solver })}
                >
                  {(props) => (
                    <FieldButton
                      {...props}
                      aria-labelledby={labelId}
                      aria-describedby={errorId}
                      wrong={errorOf('solver') !== undefined}
                      data-field="solver"
                    >
                      <PersonLabel person={draft.solver ?? assigned} none={t('task.solver.none')} />
                    </FieldButton>
                  )}
                </PersonPicker>
              )}
            </FieldBox>
            <FieldBox label={t('task.field.contractor')} error={errorOf('contractor')}>
              {({ labelId, errorId }) => (
                <PersonPicker
                  label={t('task.field.contractor')}
                  value={draft.contractor}
                  onChange={(contractor) => change({ contractor: contractor ?? { id: reader.id, name: reader.name } })}
                >
                  {(props) => (
                    <FieldButton
                      {...props}
                      aria-labelledby={labelId}
                      aria-describedby={errorId}
                      wrong={errorOf('contractor') !== undefined}
                      data-field="contractor"
                    >
                      <PersonLabel person={draft.contractor} />
                    </FieldButton>
                  )}
                </PersonPicker>
              )}
            </FieldBox>
            <FieldBox label={t('task.field.deadline')} error={errorOf('deadline')}>
              {({ labelId, errorId }) => (
                <DeadlinePicker
                  label={t('task.field.deadline')}
                  value={draft.deadline}
                  boardId={draft.board?.id}
                  onChange={(deadline) => {
                    change({ deadline });
                    leave('deadline');
                  }}
                >
                  {(props) => (
                    <FieldButton
                      {...props}
                      aria-labelledby={labelId}
                      aria-describedby={errorId}
                      wrong={errorOf('deadline') !== undefined}
                      data-field="deadline"
                    >
                      <IconCalendar size={15} stroke={1.75} aria-hidden />
                      <DeadlineText deadline={draft.deadline} none={t('task.value.none')} />
                    </FieldButton>
                  )}
                </DeadlinePicker>
              )}
            </FieldBox>
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
            <MoreFields form={form} />
          </Collapse>
          <UploadLines uploads={files.uploads} onRemove={files.remove} onRetry={(key) => void files.retry(key)} />
          <p className={classes.help}>{t('task.files.limit', { max: largestFile })}</p>
          <div className={classes.buttons}>
            <SmallButton
              type="submit"
              loading={form.sending}
              disabled={form.waits !== null}
              aria-keyshortcuts="Control+Enter"
              rightSection={<Kbd className={classes.key}>Ctrl ↵</Kbd>}
            >
              {t('task.new.create')}
            </SmallButton>
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
        </form>
      )}
    </FileDrop>
  );
}
