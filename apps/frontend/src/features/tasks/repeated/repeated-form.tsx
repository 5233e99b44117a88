import { Switch } from '@mantine/core';
import { useEffect } from 'react';
import { SmallButton } from '../../../ui/buttons';
import form from '../../../ui/form.module.css';
import { CancelButton, Offer, SendButton, SendForm } from '../../../ui/send-form';
import { Folded, useFoldedForm } from '../form/folded';
import { TemplateGone } from '../form/form-notes';
import { PlaceFields } from '../form/place-fields';
import { DescriptionField, NameField } from '../form/text-fields';
import { MoreRepeatedFields } from './more-repeated-fields';
import { PreviewDates } from './preview-dates';
import { RepeatedConflictDialog } from './repeated-conflict';
import { isMeeting } from './repeated-draft';
import classes from './repeated-form.module.css';
import { useRepeatedT } from './repeated-texts';
import { RuleFields } from './rule-fields';
import { type RepeatedStart, useRepeatedForm } from './use-repeated-form';
import { WhomFields } from './whom-fields';

/** The definition of a repeated task: a new one, or one that is edited. */
export function RepeatedForm({ title, ...start }: RepeatedStart & { readonly title: string }) {
  const t = useRepeatedT();
  const given = useRepeatedForm(start);
  const { draft, change, errorOf, isNew, conflict } = given;
  const { root, onSend, fold } = useFoldedForm(given.submit);
  const { setOpen } = fold;
  const meeting = isMeeting(draft);

  useEffect(() => {
    if (isNew) root.current?.querySelector('input')?.focus();
  }, [isNew, root]);
  // A meeting has to say how long it takes.
  useEffect(() => {
    if (meeting) setOpen(true);
  }, [meeting, setOpen]);

  return (
    <SendForm ref={root} className={form.form} aria-label={title} onSend={onSend}>
      <h1 className={form.title}>{title}</h1>
      {given.resumed && (
        <Offer text={t(isNew ? 'repeated.resumed.new' : 'project.resumed.edit')}>
          <SmallButton variant="default" onClick={given.forget}>
            {t('project.discard')}
          </SmallButton>
        </Offer>
      )}
      {start.source ? <Offer text={t('repeated.from', { name: start.source.name })} /> : <TemplateGone />}
      <NameField form={given} />
      <DescriptionField form={given} />
      <WhomFields form={given} />
      <PlaceFields
        project={draft.project}
        board={draft.board}
        onChange={({ project, board }) => change({ project, board })}
        errorOf={errorOf}
        beside
      />
      <div className={classes.when}>
        <RuleFields form={given} />
        <PreviewDates form={given} />
      </div>
      <Folded fold={fold}>
        <MoreRepeatedFields form={given} />
      </Folded>
      {!isNew && (
        <Switch
          label={t('repeated.update-generated')}
          description={t('repeated.update-generated.help')}
          checked={given.updateGenerated}
          onChange={(event) => given.setUpdateGenerated(event.currentTarget.checked)}
        />
      )}
      <div className={form.buttons}>
        <SendButton loading={given.sending} disabled={given.waits}>
          {t(isNew ? 'repeated.create' : 'task.action.save')}
        </SendButton>
        <CancelButton to="/tasks/repeated" />
      </div>
      <p className={form.wait} role="status">
        {given.waits && t('task.editor.wait')}
      </p>
      {conflict && <RepeatedConflictDialog conflict={conflict} form={given} />}
    </SendForm>
  );
}
