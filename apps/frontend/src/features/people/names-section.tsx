import type { CalledName, UserAnswer } from '@gos/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FailedLine } from '../../ui/empty-state';
import { fullMoment } from '../../ui/moment-format';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { namesOnPage, namesQuery } from './people.api';
import classes from './people.module.css';
import { usePeopleT } from './people-texts';
import { PersonSection, SmallNote } from './person-section';

function Called({ name, from, to }: CalledName) {
  const t = usePeopleT();
  const { locale } = useIntl();
  const [begin, end] = [fullMoment(locale, from), to && fullMoment(locale, to)];
  return (
    <li>
      <span>{name}</span>
      <SmallNote span>
        {end === null ? t('people.names.from', { from: begin }) : t('people.names.until', { from: begin, to: end })}
      </SmallNote>
    </li>
  );
}

/** Lists a person's names over time, so that a short-lived name misleads nobody. */
export function NamesSection({ user }: { readonly user: UserAnswer }) {
  const t = usePeopleT();
  const [page, setPage] = useState(1);
  const { data, isError, isFetching, refetch } = useQuery(namesQuery(user.id, page));
  return (
    <PersonSection title={t('people.names')}>
      <SmallNote>{t('people.names.told')}</SmallNote>
      {!data && isError && (
        <FailedLine text={t('people.names.error')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton height={40} />}
      {data && data.total < 2 && <p className={pieces.nothing}>{t('people.names.one')}</p>}
      {data && data.total > 1 && (
        <ul className={`${pieces.list} ${classes.holdings}`} aria-label={t('people.names')}>
          {data.items.map((called) => (
            <Called key={called.from} {...called} />
          ))}
        </ul>
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / namesOnPage)} onPage={setPage} />
    </PersonSection>
  );
}
