import type { ProjectAnswer } from '@gos/contract';
import type { ProjectField, ProjectFields } from '@gos/domain';
import { useEffect, useState } from 'react';
import { useMe } from '../../entities/user/users.api';
import { useKept } from '../../lib/use-kept';
import { changedFields, emptyProject, keepProject, keptProject, sameValue, sentField } from './project-draft';

export const without = <T extends object>(all: T, names: Iterable<string>): T => {
  const rest = { ...all };
  for (const name of names) delete rest[name as keyof T];
  return rest;
};

/** What is the person's own in a project: the fields that they wrote and that are not saved. The others follow what arrives. */
export function useOwnFields(project: ProjectAnswer | null) {
  const me = useMe();
  const id = project?.id ?? null;
  const stands: ProjectFields = project ?? emptyProject;
  const [kept] = useState(() => keptProject(me.id, id));
  const [written, setWritten] = useState<Partial<ProjectFields>>(kept?.fields ?? {});
  /** The oldest revision that a written field was looked at. */
  const [revision, setRevision] = useState<number | null>(kept?.revision ?? null);
  const [resumed, setResumed] = useState(kept !== null);
  const [begun, setBegun] = useState(0);
  const [saved, setSaved] = useState<{ readonly revision: number; readonly fields: ProjectFields } | null>(null);

  // What was saved is nobody's own any more once it stands; what was typed meanwhile still is.
  const savedStands = saved !== null && project !== null && project.revision >= saved.revision;
  function unsaved(fields: Partial<ProjectFields>): Partial<ProjectFields> {
    if (!savedStands) return fields;
    const names = Object.keys(fields) as ProjectField[];
    const said = { ...stands, ...fields };
    return without(
      fields,
      names.filter((name) => sameValue(sentField(name, said), sentField(name, saved.fields))),
    );
  }
  const fields = unsaved(written);
  const draft: ProjectFields = { ...stands, ...fields };
  const changed = changedFields(draft, stands);
  const dirty = Object.keys(changed).length > 0;

  // An editor takes its text once: what others wrote comes with a new edition, never over what is being typed.
  const text = useKept<{ readonly stood: string; readonly edition: number }>((before) => {
    if (before === undefined) return { stood: stands.description, edition: 0 };
    if ('description' in fields || before.stood === stands.description) return before;
    const isOwn = saved?.fields.description === stands.description;
    return { stood: stands.description, edition: before.edition + (isOwn ? 0 : 1) };
  });

  useEffect(() => {
    keepProject(me.id, id, dirty ? { fields, revision: revision ?? 0 } : null);
  }, [me.id, id, dirty, written, savedStands, revision]);

  return {
    draft,
    changed,
    dirty,
    revision: revision ?? project?.revision ?? 0,
    resumed: resumed && dirty,
    edition: `${begun} ${text.edition}`,
    change(part: Partial<ProjectFields>) {
      if (revision === null) setRevision(project?.revision ?? 0);
      setWritten((present) => ({ ...unsaved(present), ...part }));
      if (savedStands) setSaved(null);
    },
    /** What was sent has been written by others too: theirs is taken. */
    takeTheirs(names: readonly string[], theirRevision: number) {
      setWritten((present) => without(present, names));
      setBegun((present) => present + 1);
      setRevision(theirRevision);
    },
    noteSaved(sent: Partial<ProjectFields>, savedRevision: number) {
      setSaved({ revision: savedRevision, fields: { ...stands, ...sent } });
      setRevision(savedRevision);
      setResumed(false);
    },
    forget() {
      setWritten({});
      setRevision(null);
      setResumed(false);
      setBegun((present) => present + 1);
    },
  };
}
