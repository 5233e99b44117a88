import { useCallback, useState } from 'react';
import type { TaskChange } from '../../../entities/task/task-changes';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { keepDraft, readDraft } from '../../../lib/kept-draft';
import { type AnswerDraft, emptyAnswer } from './answer-form';
import type { PanelTask, Question } from './panel-task';

type Drafts = Partial<Record<Question, AnswerDraft>>;

/** The answers that were typed and not sent. */
function unsent(key: string): Drafts {
  const drafts = Object.entries((readDraft(key, 'tab') ?? {}) as Drafts).filter(
    ([, draft]) => typeof draft?.text === 'string',
  );
  return Object.fromEntries(drafts.map(([question, draft]) => [question, { ...emptyAnswer, ...draft }]));
}

/** The fields of the form by their names in the server's answer. */
const formFields: Readonly<Record<string, string>> = {
  result: 'text',
  reservation: 'text',
  reason: 'text',
  costReduction: 'reduction',
};

/** The person's answer to a question of the panel. Its texts outlive a refusal and the panel. */
export function useAnswer(taskId: number, run: PanelTask['actions']['run']) {
  const t = useT();
  const key = `gos-unsent-answer-${useReader().id}-${taskId}`;
  const [question, setQuestion] = useState<Question | null>(null);
  const [drafts, setDrafts] = useState(() => unsent(key));
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});

  function keep(asked: Question, draft: AnswerDraft | undefined) {
    const next = { ...unsent(key), [asked]: draft };
    keepDraft(key, next, 'tab');
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
