import type { Problem, WebhookAnswer, WebhookSecretAnswer } from '@gos/contract';
import { normalizeText } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import { useKeyed } from '../../lib/use-keyed';
import { useOwnFields, without } from '../../lib/use-own-fields';
import { showProblem, showToast } from '../../ui/toast';
import {
  changesOf,
  type DraftField,
  draftOf,
  errorsOf,
  fieldOfPath,
  fitsWebhook,
  newWebhook,
  type WebhookDraft,
  webhookKey,
} from './webhook-draft';
import { createWebhook, editWebhook, webhookKeys } from './webhooks.api';
import { useWebhooksT } from './webhooks-texts';

export interface WebhookConflict {
  readonly revision: number;
  readonly conflicts: NonNullable<Problem['conflicts']>;
}

export interface WebhookFormProps {
  readonly projectId: number;
  /** null for a new one */
  readonly webhook: WebhookAnswer | null;
  readonly onCreated: (answer: WebhookSecretAnswer, name: string) => void;
  readonly onClose: () => void;
}

/** Only touched fields belong to the person, the others follow what arrives. */
export function useWebhookForm({ projectId, webhook, onCreated, onClose }: WebhookFormProps) {
  const t = useWebhooksT();
  const client = useQueryClient();
  const readerId = useMe().id;
  const stands = draftOf(webhook);
  const own = useOwnFields({
    key: webhookKey(readerId, projectId, webhook?.id ?? null),
    stands,
    revision: webhook?.revision ?? 0,
    fits: fitsWebhook,
  });
  const { draft } = own;
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<DraftField, string>>>({});
  const [conflict, setConflict] = useState<WebhookConflict | null>(null);
  const [sending, setSending] = useState(false);
  const keyed = useKeyed();
  const errors = errorsOf(draft);

  function forget() {
    own.forget();
    setRefused({});
    setTried(false);
  }

  function done() {
    own.finish();
    onClose();
  }

  function fail(error: unknown, revision: number): DraftField | null {
    const problem = error instanceof ApiProblem ? error.problem : null;
    if (problem?.code === 'conflict' && problem.conflicts?.length) {
      setConflict({ revision: problem.revision ?? revision, conflicts: problem.conflicts });
      void client.invalidateQueries({ queryKey: webhookKeys.lists });
      return null;
    }
    const found: Partial<Record<DraftField, string>> = {};
    for (const { path, message, code, params } of problem?.errors ?? []) {
      found[fieldOfPath(path)] ??= t(code, params) || message;
    }
    setRefused(found);
    showProblem(error, t('webhooks.failure.change'));
    return (Object.keys(found)[0] as DraftField | undefined) ?? null;
  }

  /** Answers the first field that is wrong. */
  async function send(next: WebhookDraft, revision: number): Promise<DraftField | null> {
    const changes = webhook === null ? newWebhook(next) : changesOf(next, stands);
    if (Object.keys(changes).length === 0) {
      done();
      return null;
    }
    setSending(true);
    try {
      if (webhook === null) {
        const answer = await keyed(changes, (key) => createWebhook(projectId, newWebhook(next), key));
        done();
        onCreated(answer, normalizeText(next.name));
        await client.invalidateQueries({ queryKey: webhookKeys.lists });
        return null;
      }
      await keyed([changes, revision], (idempotencyKey) =>
        editWebhook(webhook, changes, { idempotencyKey, ifMatch: revision }),
      );
      await client.invalidateQueries({ queryKey: webhookKeys.lists });
      showToast({ message: t('webhooks.edited') });
      done();
      return null;
    } catch (error) {
      return fail(error, revision);
    } finally {
      setSending(false);
    }
  }

  return {
    draft,
    resumed: own.resumed,
    sending,
    conflict,
    forget,
    discard: done,
    closeConflict: () => setConflict(null),
    change(part: Partial<WebhookDraft>) {
      own.change(part);
      setRefused({});
    },
    errorOf(field: DraftField): string | undefined {
      const error = tried ? errors[field] : undefined;
      return error ? t(error.code, error.params) : refused[field];
    },
    async submit(): Promise<DraftField | null> {
      if (sending) return null;
      setTried(true);
      const [wrong] = Object.keys(errors) as DraftField[];
      return wrong ?? send(draft, own.revision);
    },
    /** What the person decided about fields that somebody else has written meanwhile. */
    settle({ revision, conflicts }: WebhookConflict, yours: ReadonlySet<string>) {
      const theirs = conflicts
        .map(({ path }) => path)
        .filter((path) => !yours.has(path))
        .map(fieldOfPath);
      setConflict(null);
      own.takeTheirs(theirs, revision);
      void send({ ...stands, ...without(own.fields, theirs) }, revision);
    },
  };
}
