import { createFileRoute } from '@tanstack/react-router';
import { NotificationSettings } from '../../features/notifications/notification-settings';
import { ProfileScreen } from '../../features/profile/profile-screen';
import { TwoStepSection } from '../../features/second-step/two-step-section';

export const Route = createFileRoute('/_app/profile')({
  component: () => (
    <ProfileScreen signIn={<TwoStepSection />}>
      <NotificationSettings />
    </ProfileScreen>
  ),
});
