import { createFileRoute } from '@tanstack/react-router';
import { NotificationSettings } from '../../features/notifications/notification-settings';
import { ProfileScreen } from '../../features/people/profile-screen';
import { TwoStepSection } from '../../features/second-step/two-step-section';

export const Route = createFileRoute('/_app/profile')({
  component: () => (
    <ProfileScreen>
      <TwoStepSection />
      <NotificationSettings />
    </ProfileScreen>
  ),
});
