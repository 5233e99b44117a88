import { OfferedScreen } from '../../entities/user/offers';
import { useMe } from '../../entities/user/users.api';
import { PaddedScreen, ScreenHead, ScreenIntro } from '../../ui/screen';
import { CheckpointsCard } from './checkpoints-card';
import { CopiesCard } from './copies-card';
import classes from './log-proof.module.css';
import { LogProofTexts, useLogProofT } from './log-proof-texts';
import { OfflineCard } from './offline-card';
import { VerificationCard } from './verification-card';

function LogProof() {
  const t = useLogProofT();
  const { role } = useMe();
  return (
    <PaddedScreen>
      <ScreenHead title={t('nav.log-proof')} />
      <ScreenIntro>{t('log.about')}</ScreenIntro>
      <div className={classes.cards}>
        <VerificationCard />
        <CheckpointsCard />
        {role === 'admin' && <CopiesCard />}
        <OfflineCard />
      </div>
    </PaddedScreen>
  );
}

/** Checkpoints of the event log and its verification, for auditors and admins. */
export const LogProofScreen = () => (
  <OfferedScreen part="audit">
    <LogProofTexts>
      <LogProof />
    </LogProofTexts>
  </OfferedScreen>
);
