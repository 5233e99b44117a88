import { type FieldError, type Instant, normalizeText, taskFieldChecks } from '@gos/domain';
import { Box, Group, Rating, Textarea, UnstyledButton } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { DeadlinePicker } from '../../../entities/task/deadline-picker';
import { DeadlineText } from '../../../entities/task/deadline-text';
import type { TaskChange } from '../../../entities/task/task-changes';
import { type MessageId, useT } from '../../../i18n';
import { moneyIn, parseMoney } from '../../../lib/money-input';
import { serverNow } from '../../../lib/server-clock';
import { giveFocusBack } from '../../../lib/use-focus-return';
import { SmallButton } from '../../../ui/buttons';
import { MoneyInput } from '../../../ui/money-input';
import pieces from '../../../ui/pieces.module.css';
import classes from './panel.module.css';
import type { OwnQuestion } from './panel-task';

export interface AnswerDraft {
  readonly text: string;
  readonly deadline: Instant | null;
  readonly rating: number;
  readonly comment: string;
  readonly reduction: string;
}

export const emptyAnswer: AnswerDraft = { text: '', deadline: null, rating: 0, comment: '', reduction: '' };

interface QuestionTexts {
  readonly text?: MessageId;
  readonly required?: FieldError['code'];
  readonly submit: MessageId;
  readonly deadline?: boolean;
  readonly judgement?: boolean;
}

const questions: Record<OwnQuestion, QuestionTexts> = {
  complete: { text: 'task.ask.result', required: 'task.result.required', submit: 'task.action.complete' },
  accept: { submit: 'task.action.accept', judgement: true },
  reservation: {
    text: 'task.ask.reservation',
    required: 'task.reservation.required',
    submit: 'task.action.accept-with-reservation',
    judgement: true,
  },
  return: { text: 'task.ask.reason', required: 'task.reason.required', submit: 'task.action.return', deadline: true },
  end: { text: 'task.ask.end-reason', submit: 'task.action.end' },
  restore: { submit: 'task.action.restore', deadline: true },
};

/** Returns the change for an answer. */
function changeOfAnswer(question: OwnQuestion, draft: AnswerDraft): TaskChange {
  const text = normalizeText(draft.text);
  const deadline = draft.deadline ?? undefined;
  const reduction = moneyIn(draft.reduction);
  const judgement = {
    ...(draft.rating > 0 && { rating: draft.rating }),
    ...(normalizeText(draft.comment) !== '' && { comment: normalizeText(draft.comment) }),
    ...(reduction !== null && { costReduction: reduction }),
  };
  switch (question) {
    case 'complete':
      return { type: 'complete', body: { result: text } };
    case 'accept':
      return { type: 'accept', body: judgement };
    case 'reservation':
      return { type: 'accept', body: { reservation: text, ...judgement } };
    case 'return':
      return { type: 'return', body: { reason: text, deadline } };
    case 'end':
      return { type: 'end', body: text === '' ? {} : { reason: text } };
    case 'restore':
      return { type: 'restore', body: { deadline } };
  }
}

function errorsOf(question: OwnQuestion, draft: AnswerDraft, oldDeadline: Instant | null): Record<string, FieldError> {
  const { required } = questions[question];
  const found: Record<string, FieldError | null> = {
    text:
      required && normalizeText(draft.text) === ''
        ? { path: 'text', code: required }
        : taskFieldChecks.text(draft.text),
    comment: taskFieldChecks.text(draft.comment, 'comment'),
    reduction:
      draft.reduction.trim() !== '' && parseMoney(draft.reduction) === null
        ? { path: 'costReduction', code: 'task.cost-reduction.number' }
        : null,
    deadline:
      question === 'restore' && draft.deadline === null && oldDeadline !== null && Date.parse(oldDeadline) < serverNow()
        ? { path: 'deadline', code: 'task.deadline.new-required' }
        : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null)) as Record<string, FieldError>;
}

interface AnswerFormProps {
  readonly question: OwnQuestion;
  readonly draft: AnswerDraft;
  readonly onDraft: (draft: AnswerDraft) => void;
  /** Refusals of the server by field. */
  readonly refused: Readonly<Record<string, string>>;
  readonly oldDeadline: Instant | null;
  readonly boardId: number | undefined;
  readonly onSubmit: (change: TaskChange) => void;
  readonly onCancel: () => void;
}

export function AnswerForm({
  question,
  draft,
  onDraft,
  refused,
  oldDeadline,
  boardId,
  onSubmit,
  onCancel,
}: AnswerFormProps) {
  const t = useT();
  const [tried, setTried] = useState(false);
  const deadlineLabel = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('textarea, input:not([type="radio"]), button')?.focus();
    // A focus that went with the form comes back to the task.
    return () => giveFocusBack(() => document.querySelector<HTMLElement>('[data-task-panel]'));
  }, []);
  const texts = questions[question];
  const errors = errorsOf(question, draft, oldDeadline);
  const said = (field: string) => {
    const error = errors[field];
    if (error !== undefined && (tried || error.code === 'validation.too-long')) return t(error.code, error.params);
    return error === undefined ? refused[field] : undefined;
  };
  const change = (part: Partial<AnswerDraft>) => onDraft({ ...draft, ...part });

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setTried(true);
    if (Object.keys(errors).length === 0) onSubmit(changeOfAnswer(question, draft));
  }

  return (
    <form
      ref={form}
      className={classes.answer}
      onSubmit={submit}
      noValidate
      aria-label={t(texts.submit)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }
      }}
    >
      {texts.text && (
        <Textarea
          label={t(texts.text)}
          withAsterisk={texts.required !== undefined}
          required={texts.required !== undefined}
          autosize
          minRows={2}
          maxRows={12}
          value={draft.text}
          error={said('text')}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      {texts.judgement && (
        <Group align="flex-start" gap="12px 24px">
          <div>
            <Box component="span" display="block" mb={4} fz={12} fw={500} id={`${deadlineLabel}-rating`}>
              {t('task.field.rating')}
            </Box>
            <Rating
              value={draft.rating}
              allowClear
              onChange={(rating) => change({ rating })}
              aria-labelledby={`${deadlineLabel}-rating`}
              getSymbolLabel={(value) => t('task.rating.stars', { count: value })}
            />
          </div>
          <MoneyInput
            size="xs"
            label={t('task.ask.cost-reduction')}
            rightSectionWidth={46}
            value={draft.reduction}
            error={said('reduction')}
            onChange={(event) => change({ reduction: event.currentTarget.value })}
          />
          <Textarea
            size="xs"
            flex="1 1 100%"
            label={t('task.ask.comment')}
            autosize
            minRows={1}
            maxRows={8}
            value={draft.comment}
            error={said('comment')}
            onChange={(event) => change({ comment: event.currentTarget.value })}
          />
        </Group>
      )}
      {texts.deadline && (
        <div>
          <Box component="span" display="block" mb={4} fz={12} fw={500} id={deadlineLabel}>
            {t('task.ask.new-deadline')}
          </Box>
          <DeadlinePicker
            label={t('task.ask.new-deadline')}
            value={draft.deadline}
            boardId={boardId}
            onChange={(deadline) => change({ deadline })}
          >
            {(props) => (
              <UnstyledButton
                {...props}
                className={pieces.inline}
                h={30}
                px={10}
                bd="1px solid var(--gos-line)"
                bdrs={7}
                fz={13}
                aria-describedby={deadlineLabel}
              >
                <IconCalendar size={15} stroke={1.75} aria-hidden />
                <DeadlineText deadline={draft.deadline} none={t('task.ask.deadline-stays')} />
              </UnstyledButton>
            )}
          </DeadlinePicker>
          {said('deadline') && (
            <Box component="p" m="4px 0 0" c="var(--gos-late-text)" fz={12} role="alert">
              {said('deadline')}
            </Box>
          )}
        </div>
      )}
      <Group gap={8} mt={4}>
        <SmallButton type="submit" aria-keyshortcuts="Control+Enter">
          {t(texts.submit)}
        </SmallButton>
        <SmallButton variant="default" onClick={onCancel}>
          {t('task.action.cancel')}
        </SmallButton>
      </Group>
    </form>
  );
}
