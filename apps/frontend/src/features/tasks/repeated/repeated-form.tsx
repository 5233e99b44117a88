import { Group, Switch, Text } from '@mantine/core';
import { useEffect } from 'react';
import { SmallButton } from '../../../ui/buttons';
import form from '../../../ui/form.module.css';
import { LazyConflictDialog } from '../../../ui/lazy-dialogs';
import { CancelButton, Offer, SendButton, SendForm } from '../../../ui/send-form';
import { Folded } from '../form/folded';
import { TemplateGone } from '../form/form-notes';
import { PlaceFields } from '../form/place-fields';
import { DescriptionField, NameField } from '../form/text-fields';
import { MoreRepeatedFields } from './more-repeated-fields';
import { PreviewDates } from './preview-dates';
import { fieldOfRepeatedPath, isMeeting, minutesShown, type RepeatedField, templateOf } from './repeated-draft';
import classes from './repeated-form.module.css';
import { useRepeatedT } from './repeated-texts';
import { RepeatedValue, useRepeatedFieldName } from './repeated-value';
import { RuleFields } from './rule-fields';
import { type RepeatedForm as Form, type RepeatedStart, useRepeatedForm } from './use-repeated-form';
import { WhomFields } from './whom-fields';

/** The template is one conflict: the dialog shows each of its fields that the person changed. */
function Conflict({ form: given }: { readonly form: Form }) {
  const t = useRepeatedT();
  const fieldName = useRepeatedFieldName();
  const fieldsOf = (path: string): readonly RepeatedField[] =>
    (path === 'template' ? templateOf(given.conflict?.changed ?? {}) : [path]).flatMap(
      (name) => fieldOfRepeatedPath(name) ?? [],
    );
  return (
    <LazyConflictDialog
      form={given}
      nameOf={(path) =>
        path === 'template' ? t('repeated.conflict.template') : fieldName(fieldOfRepeatedPath(path) ?? path)
      }
      render={(path, _, side) => {
        const draft = side === 'theirs' ? given.theirs : given.draft;
        return fieldsOf(path).map((field) => (
          <span key={field} className={form.help}>
            {path === 'template' && `${fieldName(field)}: `}
            <RepeatedValue
              field={field}
              value={field === 'showFrom' ? minutesShown(draft) : draft[field]}
              repeat={draft.repeat}
            />
          </span>
        ));
      }}
    />
  );
}

/** The definition of a repeated task: a new one, or one that is edited. */
export function RepeatedForm({ title, ...start }: RepeatedStart & { readonly title: string }) {
  const t = useRepeatedT();
  const given = useRepeatedForm(start);
  const { draft, change, errorOf, isNew, props, fold } = given;
  const { setOpen } = fold;
  const meeting = isMeeting(draft);

  useEffect(() => {
    if (isNew) props.ref.current?.querySelector('input')?.focus();
  }, [isNew, props.ref]);
  // A meeting needs its estimate.
  useEffect(() => {
    if (meeting) setOpen(true);
  }, [meeting, setOpen]);

  return (
    <SendForm {...props} className={form.form} aria-label={title}>
      <Text component="h1" m={0} fz={17} fw={650} lh="inherit">
        {title}
      </Text>
      {given.resumed && (
        <Offer text={t(isNew ? 'repeated.resumed.new' : 'project.resumed.edit')}>
          <SmallButton variant="default" onClick={given.forget}>
            {t('project.discard')}
          </SmallButton>
        </Offer>
      )}
      {start.source ? <Offer text={t('repeated.from', { name: start.source.name })} /> : <TemplateGone />}
      <NameField form={given} />
      <DescriptionField form={given} copying={given.copying} onBusy={given.setImagesBusy} />
      <WhomFields form={given} />
      <PlaceFields project={draft.project} board={draft.board} onChange={change} errorOf={errorOf} beside />
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
          {...given.checkbox('updateGenerated')}
        />
      )}
      <Group gap={8} mt={4}>
        <SendButton loading={given.busy} disabled={given.waits}>
          {t(isNew ? 'repeated.create' : 'task.action.save')}
        </SendButton>
        <CancelButton to="/tasks/repeated" />
      </Group>
      <Text mih={18} c="dimmed" fz={12} lh="inherit" role="status">
        {given.waits && t('task.editor.wait')}
      </Text>
      <Conflict form={given} />
    </SendForm>
  );
}
