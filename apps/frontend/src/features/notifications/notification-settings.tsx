import { notificationKindNames } from '@gos/contract';
import { deliveries, notificationKinds, notificationLevels } from '@gos/domain';
import { Box, Skeleton, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useIntl } from 'react-intl';
import { deliveriesQuery, saveDeliveries } from '../../entities/notification/notifications.api';
import { changeMember, projectKeys, projectsQuery } from '../../entities/project/projects.api';
import { useMe } from '../../entities/user/users.api';
import type { Language } from '../../i18n';
import { randomId } from '../../lib/random-id';
import { Choice } from '../../ui/choice';
import { Failed } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { showProblem } from '../../ui/toast';
import { allowNotices, hasNotices, isAllowed } from './browser-notices';
import classes from './notifications.module.css';
import { NotificationsTexts, useNotificationsT } from './notifications-texts';

const Heading = Title.withProps({ order: 3, fz: 13.5, fw: 600, lh: 'inherit', m: '22px 0 2px' });
const About = Text.withProps({ inherit: true, fz: 13, c: 'dimmed', mb: 6 });

/** How each kind is mailed; saved at once. */
function Deliveries() {
  const t = useNotificationsT();
  const client = useQueryClient();
  const names = notificationKindNames[useIntl().locale as Language];
  const { data, isError, isFetching, refetch } = useQuery(deliveriesQuery);
  const { mutate } = useMutation({
    // Saves run in order, so that the last choice wins.
    scope: { id: 'notification-deliveries' },
    mutationFn: saveDeliveries,
    onMutate: (next) => void client.setQueryData(deliveriesQuery.queryKey, next),
    onError(error) {
      showProblem(error, t('notifications.settings.failure'));
      void client.invalidateQueries(deliveriesQuery);
    },
  });
  if (!data && isError) {
    return <Failed text={t('notifications.settings.error')} busy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={notificationKinds.length * 45} radius={7} />;
  return (
    <ul className={pieces.list}>
      {notificationKinds.map((kind) => (
        <li key={kind} className={classes.row}>
          <span aria-hidden>{names[kind]}</span>
          <Choice
            label={names[kind]}
            values={deliveries}
            value={data[kind]}
            text={(delivery) => t(`notifications.${delivery}`)}
            onChange={(delivery) => mutate({ ...data, [kind]: delivery })}
          />
        </li>
      ))}
    </ul>
  );
}

/** Sets the notification level of each project of the person. */
function ProjectLevels() {
  const t = useNotificationsT();
  const { id } = useMe();
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(projectsQuery());
  const mine = (data ?? []).flatMap((project) => {
    const member = project.members.find(({ user }) => user.id === id);
    return member ? [{ project, level: member.notification }] : [];
  });
  if (!data && isError) {
    return <Failed text={t('project.failure.list')} busy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={90} radius={7} />;
  if (mine.length === 0) return <About>{t('notifications.projects.none')}</About>;
  async function set(projectId: number, notification: (typeof notificationLevels)[number]) {
    client.setQueryData(projectsQuery().queryKey, (projects) =>
      projects?.map((project) =>
        project.id === projectId
          ? { ...project, members: project.members.map((one) => (one.user.id === id ? { ...one, notification } : one)) }
          : project,
      ),
    );
    try {
      await changeMember(projectId, id, { notification }, randomId());
    } catch (error) {
      showProblem(error);
    }
    await client.invalidateQueries({ queryKey: projectKeys.all });
  }
  return (
    <ul className={pieces.list}>
      {mine.map(({ project, level }) => (
        <li key={project.id} className={classes.row}>
          <span aria-hidden>{project.name}</span>
          <Choice
            label={project.name}
            values={notificationLevels}
            value={level}
            text={(one) => t(`project.notification.${one}`)}
            onChange={(one) => void set(project.id, one)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Switches browser notifications. The browser's permission dialog appears only after the person turns them on. */
function BrowserSwitch() {
  const t = useNotificationsT();
  const [on, setOn] = useState(isAllowed);
  const [denied, setDenied] = useState(false);
  const able = hasNotices();
  const problem = able ? (denied ? t('notifications.allow.denied') : undefined) : t('notifications.allow.without');
  return (
    <Switch
      mt={22}
      checked={on}
      disabled={!able}
      label={t('notifications.allow')}
      description={t('notifications.allow.about')}
      error={problem}
      onChange={async (event) => {
        const wanted = event.currentTarget.checked;
        const allowed = await allowNotices(wanted);
        setOn(allowed);
        setDenied(wanted && !allowed);
      }}
    />
  );
}

function Settings() {
  const t = useNotificationsT();
  return (
    <Box
      component="section"
      id="notifications"
      maw={640}
      mt={34}
      style={{ scrollMarginTop: 16 }}
      aria-labelledby="notifications-title"
    >
      <Title order={2} id="notifications-title" fz={15} lh="inherit" mb={4}>
        {t('notifications.title')}
      </Title>
      <BrowserSwitch />
      <Heading>{t('notifications.mail')}</Heading>
      <About>{t('notifications.mail.about')}</About>
      <Deliveries />
      <Heading>{t('notifications.projects')}</Heading>
      <About>{t('notifications.projects.about')}</About>
      <ProjectLevels />
    </Box>
  );
}

/** Settings of notifications and their delivery. */
export const NotificationSettings = memo(function NotificationSettings() {
  return (
    <NotificationsTexts>
      <Settings />
    </NotificationsTexts>
  );
});
