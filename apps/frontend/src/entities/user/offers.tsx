import type { MeAnswer } from '@gos/contract';
import { seesAttendance } from '@gos/domain';
import type { ReactNode } from 'react';
import { type MessageId, useT } from '../../i18n';
import { pastMoment } from '../../lib/past';
import { ScreenMessage } from '../../ui/screen-message';
import { useMe } from './users.api';

type Offered = Pick<MeAnswer, 'role' | 'attendance' | 'mayCreateProjects'>;

/** Parts of the product that not everybody is offered. An auditor holds no role in any task, so `work` is for everybody else. */
const parts = {
  work: ({ role }) => role !== 'auditor',
  projects: ({ mayCreateProjects }) => mayCreateProjects,
  attendance: (me) => seesAttendance(me),
  audit: ({ role }) => role === 'auditor' || role === 'admin',
} as const satisfies Readonly<Record<string, (me: Offered) => boolean>>;
export type Part = keyof typeof parts;

/** Parts that only show something, so that they are offered in the past too. */
const readable: readonly Part[] = ['attendance', 'audit'];

/** The reason that a screen gives to people who are not offered it. */
const reasons: Readonly<Record<Part, MessageId>> = {
  work: 'task.auditor',
  projects: 'project.create-forbidden',
  attendance: 'attendance.forbidden',
  audit: 'audit.forbidden',
};

export const isOffered = (me: Offered, part: Part | undefined): boolean => part === undefined || parts[part](me);

/** Whether the reader is offered the actions of a part of the product; the server refuses its commands otherwise. */
export function useOffered(part: Part): boolean {
  const offered = isOffered(useMe(), part);
  return offered && (readable.includes(part) || pastMoment() === null);
}

interface OfferProps {
  readonly part: Part;
  readonly children: ReactNode;
}

/** Hides actions from people for whom the server refuses them. */
export const Offer = ({ part, children }: OfferProps) => useOffered(part) && children;

/** A screen that opens by its address only for people who are offered it. */
export function OfferedScreen({ part, children }: OfferProps) {
  const t = useT();
  return useOffered(part) ? (
    children
  ) : (
    <ScreenMessage
      title={t('app.forbidden.title')}
      text={t(pastMoment() === null ? reasons[part] : 'past.read-only')}
    />
  );
}

/** The first screen of a person whose lists of tasks are always empty; undefined for everybody else. */
export const landingOf = (me: Offered): '/audit' | undefined =>
  !isOffered(me, 'work') && isOffered(me, 'audit') ? '/audit' : undefined;
