import type { UserAnswer } from '@gos/contract';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../entities/user/avatar';
import { NameMark } from '../../entities/user/person-name';
import { useChangeUser } from '../../entities/user/use-change-user';
import { personQuery, useMe } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import { SmallButton } from '../../ui/buttons';
import { EmptyState, FailedLine } from '../../ui/empty-state';
import { Fact } from '../../ui/fact';
import pieces from '../../ui/pieces.module.css';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { EmailField } from './email-field';
import { HoldingsList, isHolding } from './holdings-list';
import { LeaveDialog } from './leave-dialog';
import { NamesSection } from './names-section';
import { holdingsQuery } from './people.api';
import classes from './people.module.css';
import { PeopleTexts, usePeopleT } from './people-texts';
import { AttendanceField, PositionsField, RoleField } from './person-row';
import { Actions, PersonSection } from './person-section';
import { PersonalDataSection } from './personal-data-section';
import { RateField } from './rate-field';
import { SessionsSection } from './sessions-section';

/** Shows an admin a person's work and hands it over. */
function Holdings({ user }: { readonly user: UserAnswer }) {
  const t = usePeopleT();
  const { change } = useChangeUser();
  const { data, isError, isFetching, refetch } = useQuery(holdingsQuery(user.id));
  const [leaving, setLeaving] = useState(false);
  return (
    <PersonSection title={t('leave.holds')}>
      {!data && isError && <FailedLine text={t('leave.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={60} />}
      {data && <HoldingsList holdings={data} />}
      <Actions>
        {user.active ? (
          <SmallButton variant="default" onClick={() => setLeaving(true)}>
            {t('people.deactivate')}
          </SmallButton>
        ) : (
          <>
            {!user.erased && (
              <SmallButton variant="default" onClick={() => change(user, { active: true })}>
                {t('people.activate')}
              </SmallButton>
            )}
            {!user.erased && data && isHolding(data) && (
              <SmallButton onClick={() => setLeaving(true)}>
                {t('leave.hand-over.title', { name: user.name })}
              </SmallButton>
            )}
          </>
        )}
      </Actions>
      {leaving && <LeaveDialog user={user} onClose={() => setLeaving(false)} />}
    </PersonSection>
  );
}

function PersonFacts({ user }: { readonly user: UserAnswer }) {
  const t = usePeopleT();
  const me = useMe();
  // Erased people are read-only.
  const admin = me.role === 'admin' && !user.erased;
  const open = me.role === 'admin' || me.role === 'auditor' || me.id === user.id;
  return (
    <dl className={`${pieces.facts} ${classes.facts}`}>
      <Fact label={t('people.role')}>
        <RoleField user={user} admin={admin} />
      </Fact>
      <Fact label={t('people.positions')}>
        <PositionsField user={user} admin={admin} />
      </Fact>
      <Fact label={t('people.attendance')}>
        <AttendanceField user={user} admin={admin} />
      </Fact>
      {open && (
        <>
          <Fact label={t('people.email')}>
            <EmailField user={user} admin={admin && user.id !== me.id} />
          </Fact>
          <Fact label={t('people.phone')}>
            {user.phone === null ? '–' : <a href={`tel:${user.phone}`}>{user.phone}</a>}
          </Fact>
          <Fact label={t('people.rate')}>
            <RateField user={user} admin={admin} />
          </Fact>
        </>
      )}
    </dl>
  );
}

interface PersonScreenProps {
  /** Sections of other features about the person. */
  readonly more?: (user: UserAnswer) => ReactNode;
}

function Person({ more }: PersonScreenProps) {
  const t = usePeopleT();
  const { userId } = useParams({ from: '/_app/people/$userId' });
  const { id: me, role } = useMe();
  const admin = role === 'admin';
  const seesNames = admin || role === 'auditor';
  const { data: user, error, isFetching, refetch } = useQuery(personQuery(userId));
  const isMissing = error instanceof ApiProblem && error.status === 404;
  return (
    <PaddedScreen>
      <Text inherit fz={13} mb={10}>
        <Link to="/people" style={{ color: 'var(--gos-accent-text)' }}>
          {t('people.all')}
        </Link>
      </Text>
      {!user && isMissing && (
        <EmptyState>
          <p>{t('people.missing')}</p>
        </EmptyState>
      )}
      {!user && error && !isMissing && (
        <FailedLine text={t('people.person.error')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!user && !error && <Skeleton height={160} />}
      {user && (
        <>
          <ScreenHead title={user.name}>
            <NameMark person={user} />
            <Avatar person={user} size={32} decorative />
            {!user.active && <span className={pieces.badge}>{t('people.inactive')}</span>}
          </ScreenHead>
          <PersonFacts user={user} />
          {seesNames && !user.erased && <NamesSection user={user} />}
          {admin && <Holdings user={user} />}
          {admin && user.active && user.id !== me && <SessionsSection user={user} />}
          {more?.(user)}
          {admin && <PersonalDataSection user={user} />}
        </>
      )}
    </PaddedScreen>
  );
}

/** One person: what the reader sees of them, and what an admin may do. */
export const PersonScreen = (props: PersonScreenProps) => (
  <PeopleTexts>
    <Person {...props} />
  </PeopleTexts>
);
