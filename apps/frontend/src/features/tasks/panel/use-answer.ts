import { useCallback, useState } from 'react';
import type { TaskChange } from '../../../entities/task/task-changes';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { unsentOf } from '../fields/unsent';
import { type AnswerDraft, emptyAnswer } from './answer-form';
import type { PanelTask, Question } from './panel-task';

type Drafts = Partial<Record<Question, AnswerDraft>>;

/** What was written and not sent stays with its task, whatever is looked at meanwhile. */
const unsent = unsentOf<Drafts>('answer', (stored) => {
  const drafts = Object.entries((stored ?? {}) as Drafts).filter(([, draft]) => typeof draft?.text === 'string');
  return Object.fromEntries(drafts.map(([question, draft]) => [question, { ...emptyAnswer, ...draft }]));
});

/** The form's own fields, by what the server calls them. */
const formFields: Readonly<Record<string, string>> = {
  result: 'text',
  reservation: 'text',
  reason: 'text',
  costReduction: 'reduction',
};

/** The answer of the person to what the panel asks; its words outlive a refusal and the panel. */
export function useAnswer(taskId: number, run: PanelTask['actions']['run']) {
  const t = useT();
  const key = `${useReader().id}-${taskId}`;
  const [question, setQuestion] = useState<Question | null>(null);
  const [drafts, setDrafts] = useState<Drafts>(() => unsent.get(key) ?? {});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});

  function keep(asked: Question, draft: AnswerDraft | undefined) {
    const next = { ...unsent.get(key), [asked]: draft };
    unsent.set(key, next);
    setDrafts(next);
  }

  return {
    question,
    draft: (question && drafts[question]) ?? emptyAnswer,
    refused,
    ask: useCallback((next: Question | null) => {
      setRefused({});
      setQuestion(next);
    }, []),
    write: (draft: AnswerDraft) => question && keep(question, draft),
    async submit(change: TaskChange) {
      const asked = question;
      if (asked === null) return;
      setQuestion(null);
      const outcome = await run(change);
      if (outcome.ok) return keep(asked, undefined);
      if ('ignored' in outcome) return;
      const errors = outcome.problem?.errors ?? [];
      setRefused(
        Object.fromEntries(
          errors.map(({ path, code, params, message }) => [formFields[path] ?? path, t(code, params) || message]),
        ),
      );
      setQuestion(asked);
    },
  };
}
