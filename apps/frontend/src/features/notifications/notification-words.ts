import {
  type NotificationAnswer,
  notificationMonth,
  notificationSentence,
  type PersonRef,
  withPeople,
} from '@gos/contract';
import type { NotificationKind } from '@gos/domain';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { usePersonName } from '../../entities/user/person-name';
import { useMe } from '../../entities/user/users.api';
import type { Language } from '../../i18n';
import { useNotificationsT } from './notifications-texts';

/** Whether it is about a day off, which the plans show. */
export const isAboutAbsence = (kind: NotificationKind): boolean => kind.startsWith('absence-');

/** Returns texts of a notification: the event and the name of its task or project. */
export function useNotificationWords() {
  const t = useNotificationsT();
  const { id } = useMe();
  const language = useIntl().locale as Language;
  const nameOf = usePersonName();
  return useCallback(
    (item: NotificationAnswer) => {
      const called = (person: PersonRef | null) => person && { ...person, name: nameOf(person) };
      const about = item.task ?? item.project;
      return {
        sentence: notificationSentence(withPeople(item, called), id, language),
        what:
          about === null
            ? (notificationMonth(item, language) ??
              t(isAboutAbsence(item.kind) ? 'notifications.absence' : 'notifications.work'))
            : (about.name ?? t('notifications.hidden')),
        isHidden: about !== null && about.id === null,
      };
    },
    [t, id, language, nameOf],
  );
}
