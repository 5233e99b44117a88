import { type BoardSection, boardSections } from '@gos/domain';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { DeadlineField } from '../../entities/task/deadline-field';
import { DeadlineText } from '../../entities/task/deadline-text';
import { PersonLabel } from '../../entities/user/avatar';
import { PersonField } from '../../entities/user/person-field';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import formClasses from '../../ui/form.module.css';
import { SendButton, SendForm } from '../../ui/send-form';
import classes from './board-dialogs.module.css';
import { type BoardFormProps, useBoardForm } from './use-board-form';

/** A new board, or the fields of one that is there. */
export function BoardForm(props: BoardFormProps) {
  const t = useT();
  const { board, onClose } = props;
  const { draft, change, errorOf, sending, untouched, leave, ...sent } = useBoardForm(props);
  const form = useRef<HTMLFormElement>(null);

  async function submit() {
    const wrong = await sent.submit();
    if (wrong !== null) form.current?.querySelector<HTMLElement>(`[data-field="${wrong}"]`)?.focus();
  }

  return (
    <Dialog
      onClose={onClose}
      title={t(board === null ? 'board.new' : 'board.edit.title')}
      closeOnClickOutside={untouched}
    >
      <SendForm ref={form} className={classes.form} onSend={() => void submit()}>
        <TextInput
          label={t('board.field.name')}
          required
          data-autofocus
          data-field="name"
          value={draft.name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          <Select
            label={t('board.field.section')}
            allowDeselect={false}
            data-field="section"
            data={boardSections.map((one) => ({ value: one, label: t(`board.section.${one}`) }))}
            value={draft.section}
            error={errorOf('section')}
            onChange={(one) => one && change({ section: one as BoardSection })}
          />
          <DeadlineField
            label={t('board.field.deadline')}
            value={draft.deadline}
            error={errorOf('deadline')}
            onChange={(deadline) => change({ deadline })}
          >
            {draft.deadline === null ? (
              <span className={formClasses.placeholder}>{t('board.field.no-deadline')}</span>
            ) : (
              <DeadlineText deadline={draft.deadline} />
            )}
          </DeadlineField>
        </div>
        <PersonField
          label={t('board.field.person')}
          name="person"
          value={draft.person}
          none={t('board.field.nobody')}
          error={errorOf('person')}
          onChange={(person) => change({ person })}
        >
          {draft.person === null ? (
            <span className={formClasses.placeholder}>{t('board.field.nobody')}</span>
          ) : (
            <PersonLabel person={draft.person} />
          )}
        </PersonField>
        <p className={classes.help}>{t('board.field.person-help')}</p>
        <Textarea
          label={t('board.field.description')}
          autosize
          minRows={3}
          maxRows={12}
          data-field="description"
          value={draft.description}
          error={errorOf('description')}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={leave}>
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={sending}>{t(board === null ? 'board.create' : 'task.action.save')}</SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}
