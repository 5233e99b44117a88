import type { SessionAnswer } from '@gos/contract';
import { Group, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { meQuery } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { Failed } from '../../ui/empty-state';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { fullMoment, momentText } from '../../ui/moment-format';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/settings';
import { showProblem, showToast } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { accountKeys, endOtherSessions, endSession, sessionsPageSize, sessionsQuery } from './account.api';
import { browserOf } from './browser-name';
import { useProfileT } from './profile-texts';
import { RenewCalendar } from './renew-calendar';

interface SessionRowProps {
  readonly session: SessionAnswer;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session: { userAgent, createdAt, lastSeenAt, current }, busy, onEnd }: SessionRowProps) {
  const t = useProfileT();
  const { locale } = useIntl();
  const now = useNow();
  const { browser, system } = browserOf(userAgent);
  const what =
    browser && system
      ? t('profile.sessions.browser', { browser, system })
      : (browser ?? system ?? t('profile.sessions.unknown'));
  const since = momentText(locale, createdAt, now, t);
  return (
    <SettingsRow
      title={
        <>
          {what}
          {current && <span className={pieces.badge}>{t('profile.sessions.here')}</span>}
        </>
      }
      hint={userAgent ?? undefined}
      about={t('profile.sessions.when', { since, seen: momentText(locale, lastSeenAt, now, t) })}
      aboutHint={fullMoment(locale, lastSeenAt)}
    >
      {!current && (
        <SmallButton
          variant="default"
          aria-label={t('profile.sessions.end-of', { what, since })}
          loading={busy}
          onClick={onEnd}
        >
          {t('profile.sessions.end')}
        </SmallButton>
      )}
    </SettingsRow>
  );
}

/** The browsers in which one is signed in; each of the others may be signed out here. */
export function SessionsSection() {
  const t = useProfileT();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [ending, setEnding] = useState<string | 'others' | null>(null);
  const [renewCalendar, setRenewCalendar] = useState(false);
  const [asking, setAsking] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery(sessionsQuery(page));
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / sessionsPageSize));

  async function end(which: string | 'others') {
    if (ending !== null) return;
    setEnding(which);
    try {
      await (which === 'others' ? endOtherSessions(renewCalendar) : endSession(which));
      if (renewCalendar) void client.invalidateQueries({ queryKey: meQuery.queryKey });
      showToast({ message: t(which === 'others' ? 'profile.sessions.others-ended' : 'profile.sessions.ended') });
      if (which === 'others') setPage(1);
    } catch (error) {
      showProblem(error, t('profile.sessions.failure'));
    }
    await client.invalidateQueries({ queryKey: accountKeys.sessions });
    setEnding(null);
    setAsking(false);
    setRenewCalendar(false);
  }

  return (
    <SettingsSection id="sessions" title={t('profile.sessions')} about={t('profile.sessions.about')}>
      {!data && isError && (
        <Failed text={t('profile.sessions.error')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton height={52} radius={7} />}
      <SettingsRows>
        {data?.items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={ending === session.id}
            onEnd={() => void end(session.id)}
          />
        ))}
      </SettingsRows>
      <Pager page={Math.min(page, pages)} pages={pages} onPage={setPage} />
      {data !== undefined && data.total > 1 && (
        <Group gap={8} mt={12}>
          <SmallButton variant="default" onClick={() => setAsking(true)}>
            {t('profile.sessions.end-others')}
          </SmallButton>
        </Group>
      )}
      {asking && (
        <LazyAskDialog
          title={t('profile.sessions.end-others.title')}
          text={t('profile.sessions.end-others.text')}
          answer={t('profile.sessions.end-others')}
          busy={ending === 'others'}
          onAnswer={() => void end('others')}
          onClose={() => setAsking(false)}
        >
          <RenewCalendar value={renewCalendar} onChange={setRenewCalendar} />
        </LazyAskDialog>
      )}
    </SettingsSection>
  );
}
