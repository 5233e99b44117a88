import type { Problem, ProjectAnswer } from '@gos/contract';
import type { ProjectFields } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { createProject, editProject, projectKeys } from '../../entities/project/projects.api';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { useKeyed } from '../../lib/use-keyed';
import { useOwnFields, without } from '../../lib/use-own-fields';
import { showProblem, showToast } from '../../ui/toast';
import {
  changedFields,
  emptyProject,
  fitsProject,
  projectErrors,
  projectKey,
  rowPath,
  sentField,
} from './project-draft';

/** Too much is said while it is typed; what is missing only once the field was left or sent. */
const saidAtOnce: ReadonlySet<string> = new Set([
  'project.name.too-long',
  'project.contract.twice',
  'task.description.too-long',
  'task.description.too-large',
  'validation.characters',
  'validation.too-long',
  'validation.too-many',
]);

export interface ProjectConflict {
  readonly fields: Partial<ProjectFields>;
  readonly revision: number;
  readonly conflicts: NonNullable<Problem['conflicts']>;
}

/** A new project, or one that is edited: only touched fields belong to the person, the others follow what arrives. */
export function useProjectForm(project: ProjectAnswer | null) {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const id = project?.id ?? null;
  const stands: ProjectFields = project ?? emptyProject;
  const own = useOwnFields({
    key: projectKey(me.id, id),
    stands,
    revision: project?.revision ?? 0,
    fits: fitsProject,
    sent: sentField,
    text: 'description',
  });
  const { draft, dirty } = own;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [conflict, setConflict] = useState<ProjectConflict | null>(null);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const keyed = useKeyed();

  const errors = projectErrors(draft);

  function change(part: Partial<ProjectFields>) {
    own.change(part);
    setRefused((present) =>
      Object.fromEntries(Object.entries(present).filter(([path]) => !(path.split('.')[0]! in part))),
    );
  }

  function errorOf(path: string): string | undefined {
    const error = errors[path];
    if (error !== undefined && (tried || left.has(path) || saidAtOnce.has(error.code))) {
      return t(error.code, error.params);
    }
    return refused[path];
  }

  function forget() {
    own.forget();
    setTried(false);
    setRefused({});
    setLeft(new Set());
  }

  function saved(projectId: number, sent: Partial<ProjectFields>, next: number) {
    client.setQueryData<ProjectAnswer>(
      projectKeys.detail(projectId),
      (present) => present && { ...present, ...sent, revision: Math.max(present.revision, next) },
    );
    own.noteSaved(sent, next);
    setTried(false);
  }

  /** Answers the path of the first field that is wrong. */
  async function send(given: Partial<ProjectFields>, lookedAt: number): Promise<string | null> {
    busy.current = true;
    setSending(true);
    try {
      if (id === null) {
        const answer = await keyed(given, (key) => createProject({ ...given, name: given.name ?? '' }, key));
        own.finish();
        void client.invalidateQueries({ queryKey: projectKeys.lists });
        showToast({ message: t('project.created') });
        await navigate({ to: '/tasks/project/$projectId', params: { projectId: answer.id } });
      } else {
        const answer = await keyed([given, lookedAt], (idempotencyKey) =>
          editProject(id, given, { idempotencyKey, ifMatch: lookedAt }),
        );
        saved(id, given, answer.revision);
        void client.invalidateQueries({ queryKey: projectKeys.all });
        const [only, ...others] = Object.keys(given);
        const status = only === 'active' && others.length === 0;
        showToast({ message: t(status ? 'project.status-changed' : 'project.edited') });
      }
      return null;
    } catch (error) {
      const problem = error instanceof ApiProblem ? error.problem : null;
      if (problem?.code === 'conflict' && problem.conflicts?.length) {
        setConflict({ fields: given, revision: problem.revision ?? lookedAt, conflicts: problem.conflicts });
        return null;
      }
      const found: Record<string, string> = {};
      for (const { path, message, code, params } of problem?.errors ?? []) {
        if (path !== '') found[rowPath(path, draft.contracts)] ??= t(code, params) || message;
      }
      setRefused(found);
      showProblem(error, t(id === null ? 'project.failure.create' : 'project.failure.edit'));
      return Object.keys(found)[0] ?? null;
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  async function submit(): Promise<string | null> {
    if (busy.current) return null;
    setTried(true);
    const [wrong] = Object.keys(errors);
    if (wrong !== undefined) return wrong;
    if (id !== null && !dirty) {
      forget();
      return null;
    }
    return send(changedFields(draft, stands), own.revision);
  }

  /** What the person decided about fields that somebody else has written meanwhile. */
  function settle(given: ProjectConflict, overwritten: ReadonlySet<string>) {
    const theirs = given.conflicts.map(({ path }) => path).filter((path) => !overwritten.has(path));
    setConflict(null);
    own.takeTheirs(theirs, given.revision);
    const mine = without(given.fields, theirs);
    if (Object.keys(mine).length > 0) void send(mine, given.revision);
    else void client.invalidateQueries({ queryKey: projectKeys.all });
  }

  return {
    draft,
    change,
    leave: (path: string) => setLeft((paths) => new Set(paths).add(path)),
    errorOf,
    submit,
    sending,
    dirty,
    resumed: own.resumed,
    edition: own.edition,
    forget,
    conflict,
    settle,
    closeConflict: () => setConflict(null),
  };
}
