import type { PersonRef } from '@gos/contract';
import { keepsAttendance } from '@gos/domain';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PersonLabel } from '../../entities/user/avatar';
import { useMe } from '../../entities/user/users.api';
import pieces from '../../ui/pieces.module.css';
import classes from './availability.module.css';
import { useAttendanceT } from './common/attendance-texts';

interface OfPerson {
  readonly user: PersonRef;
}

/** Oneself first, then all others by name. */
export function meFirst<P extends OfPerson>(people: readonly P[], me: number): readonly P[] {
  const own = people.filter(({ user }) => user.id === me);
  return own.length === 0 ? people : [...own, ...people.filter(({ user }) => user.id !== me)];
}

export function PlansLink({ user, children }: OfPerson & { readonly children: ReactNode }) {
  const me = useMe();
  return (
    <Link
      to="/attendance/plans"
      search={{ userId: user.id === me.id ? undefined : user.id }}
      className={`${pieces.plainLink} ${classes.plansLink}`}
    >
      {children}
    </Link>
  );
}

/** An admin comes from it to what the person plans, unless it already does something else. */
export function PlannedPerson({ user, leads = true }: OfPerson & { readonly leads?: boolean }) {
  const t = useAttendanceT();
  const me = useMe();
  return (
    <>
      {leads && keepsAttendance(me) ? (
        <PlansLink user={user}>
          <PersonLabel person={user} />
        </PlansLink>
      ) : (
        <PersonLabel person={user} />
      )}
      {user.id === me.id && <span className={pieces.badge}>{t('attendance.availability.you')}</span>}
    </>
  );
}
