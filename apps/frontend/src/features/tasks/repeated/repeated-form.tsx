import { codePoints, limits, tidy } from '@gos/domain';
import { Collapse, Skeleton, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { SmallButton } from '../../../ui/buttons';
import form from '../../../ui/form.module.css';
import { FieldBox } from '../../../ui/form-field';
import { LazyRichText } from '../../../ui/rich-text/lazy-rich-text';
import { focusFieldSoon, Offer, SendButton, SendForm } from '../../../ui/send-form';
import { Counter, isNear } from '../form/counter';
import { PlaceFields } from '../form/place-fields';
import { MoreRepeatedFields } from './more-repeated-fields';
import { PreviewDates } from './preview-dates';
import { RepeatedConflictDialog } from './repeated-conflict';
import { isMeeting, type RepeatedField } from './repeated-draft';
import classes from './repeated-form.module.css';
import { useRepeatedT } from './repeated-texts';
import { RuleFields } from './rule-fields';
import { type RepeatedForm as Form, type RepeatedStart, useRepeatedForm } from './use-repeated-form';
import { WhomFields } from './whom-fields';

function DescriptionField({ form: given }: { readonly form: Form }) {
  const t = useRepeatedT();
  const { draft, change, errorOf } = given;
  return (
    <FieldBox label={t('task.field.description')} error={errorOf('description')}>
      {() => (
        <>
          {given.copying ? (
            <Skeleton height={146} radius={7} />
          ) : (
            <LazyRichText
              key={given.edition}
              label={t('task.field.description')}
              value={draft.description}
              onChange={(description) => change({ description })}
              onBusy={given.setImagesBusy}
            />
          )}
          <Counter count={draft.description.length} max={limits.description.max} />
        </>
      )}
    </FieldBox>
  );
}

function NameField({ form: { draft, change, leave, errorOf } }: { readonly form: Form }) {
  const t = useRepeatedT();
  const length = codePoints(tidy(draft.name));
  return (
    <TextInput
      label={t('task.field.name')}
      required
      size="md"
      value={draft.name}
      onChange={(event) => change({ name: event.currentTarget.value })}
      onBlur={() => draft.name !== '' && leave('name')}
      error={errorOf('name')}
      rightSectionWidth={72}
      rightSection={isNear(length, limits.name.max) && <Counter count={length} max={limits.name.max} />}
      data-field="name"
    />
  );
}

/** The definition of a repeated task: a new one, or one that is edited. */
export function RepeatedForm({ title, ...start }: RepeatedStart & { readonly title: string }) {
  const t = useRepeatedT();
  const router = useRouter();
  const given = useRepeatedForm(start);
  const { draft, change, errorOf, isNew, conflict } = given;
  const moreId = useId();
  const [more, setMore] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const meeting = isMeeting(draft);

  useEffect(() => {
    if (isNew) root.current?.querySelector('input')?.focus();
  }, [isNew]);
  // A meeting has to say how long it takes.
  useEffect(() => {
    if (meeting) setMore(true);
  }, [meeting]);

  const fieldNamed = (name: RepeatedField) => root.current?.querySelector<HTMLElement>(`[data-field="${name}"]`);

  async function submit() {
    const wrong = await given.submit();
    if (wrong === null) return;
    if (fieldNamed(wrong)?.closest(`[id='${moreId}']`)) setMore(true);
    focusFieldSoon(() => fieldNamed(wrong));
  }

  return (
    <SendForm ref={root} className={form.form} aria-label={title} onSend={() => void submit()}>
      <h1 className={form.title}>{title}</h1>
      {given.resumed && (
        <Offer text={t(isNew ? 'repeated.resumed.new' : 'project.resumed.edit')}>
          <SmallButton variant="default" onClick={given.forget}>
            {t('project.discard')}
          </SmallButton>
        </Offer>
      )}
      {start.source && <Offer text={t('repeated.from', { name: start.source.name })} />}
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
      <UnstyledButton
        className={form.moreButton}
        aria-expanded={more}
        aria-controls={moreId}
        onClick={() => setMore(!more)}
      >
        <IconChevronRight size={15} stroke={1.75} data-open={more || undefined} aria-hidden />
        {t('task.new.more')}
      </UnstyledButton>
      <Collapse expanded={more} id={moreId}>
        <MoreRepeatedFields form={given} />
      </Collapse>
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
        <SmallButton
          variant="default"
          onClick={() =>
            router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/tasks/repeated' })
          }
        >
          {t('task.action.cancel')}
        </SmallButton>
      </div>
      <p className={form.wait} role="status">
        {given.waits && t('task.editor.wait')}
      </p>
      {conflict && <RepeatedConflictDialog conflict={conflict} form={given} />}
    </SendForm>
  );
}
