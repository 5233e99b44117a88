import type { NamedRef, Problem, WorkEntryAnswer } from '@gos/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeZone } from '../../lib/installation';
import { useNow } from '../../ui/use-now';
import { projectQuery } from '../project/projects.api';
import type { Contract } from './asked-contract';
import { anchorOf, readTime, type TimeDraft, type TimeField } from './time-draft';
import { dayWorkQuery } from './work.api';
import { useWorkT } from './work-texts';

/** The contracts among which work in the project may choose; none while they are not known. */
export function useContracts(project: NamedRef | null): readonly Contract[] {
  const { data } = useQuery({ ...projectQuery(project?.id ?? 0), enabled: project !== null });
  return data?.contracts ?? [];
}

/** What is typed into a form of work times, what it says, and what is wrong with it. */
export function useTimeForm(start: TimeDraft, entry: WorkEntryAnswer | null) {
  const t = useWorkT();
  const zone = timeZone();
  const now = useNow();
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const follows = draft.mode === 'duration' && anchorOf(draft, now, zone) === 'last' ? draft.from.day : null;
  const { data: ofDay } = useQuery({ ...dayWorkQuery(follows ?? ''), enabled: follows !== null });
  const ends = ofDay?.flatMap(({ to }) => to ?? []).sort();
  const lastRuns = ofDay?.some(({ to }) => to === null) ?? false;
  const read = readTime(draft, { zone, now, was: entry, lastEnd: ofDay && (ends?.at(-1) ?? null), lastRuns });

  const refused = problem?.errors ?? [];
  /** The fields by what the server calls them; a length of time has neither end to say it at. */
  const pathOf = (field: TimeField) => (draft.mode === 'duration' && field === 'duration' ? ['from', 'to'] : [field]);
  function errorOf(field: TimeField): string | undefined {
    const own = read.errors[field];
    if (tried && own !== undefined) return t(own);
    const theirs = refused.find(({ path }) => pathOf(field).includes(path));
    return theirs && t(theirs.code, theirs.params);
  }
  return {
    draft,
    change(part: Partial<TimeDraft>) {
      setProblem(null);
      setDraft({ ...draft, ...part });
    },
    setTried,
    read,
    errorOf,
    /** What belongs to no field. */
    problem: problem !== null && refused.length === 0 ? problem : null,
    setProblem,
  };
}
