import type { ReactNode } from 'react';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { AboutMe } from './about-me';
import { AppearanceSection } from './appearance-section';
import { DataSection } from './data-section';
import { EmailSection } from './email-section';
import { IdentitiesSection } from './identities-section';
import { PasswordSection } from './password-section';
import { ProfileTexts, useProfileT } from './profile-texts';
import { SessionsSection } from './sessions-section';
import { TokensSection } from './tokens-section';

interface ProfileScreenProps {
  /** Sign-in sections of other features, below the password. */
  readonly signIn?: ReactNode;
  /** The settings that other features have. */
  readonly children?: ReactNode;
}

function Profile({ signIn, children }: ProfileScreenProps) {
  const t = useProfileT();
  return (
    <PaddedScreen>
      <ScreenHead title={t('profile.title')} />
      <AboutMe />
      <EmailSection />
      <AppearanceSection />
      <PasswordSection />
      {signIn}
      <IdentitiesSection />
      <SessionsSection />
      <TokensSection />
      {children}
      <DataSection />
    </PaddedScreen>
  );
}

/** One's own data and account. */
export const ProfileScreen = (props: ProfileScreenProps) => (
  <ProfileTexts>
    <Profile {...props} />
  </ProfileTexts>
);
