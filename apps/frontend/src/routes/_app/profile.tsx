import { createFileRoute } from '@tanstack/react-router';
import { NotificationSettings } from '../../features/notifications/notification-settings';
import { ProfileScreen } from '../../features/people/profile-screen';

export const Route = createFileRoute('/_app/profile')({
  component: () => (
    <ProfileScreen>
      <NotificationSettings />
    </ProfileScreen>
  ),
});
