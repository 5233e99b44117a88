import { Group } from '@mantine/core';
import { useProject } from '../../entities/project/project-context';
import { OfferedScreen } from '../../entities/user/offers';
import { Screen, ScreenHead } from '../../ui/screen';
import { ActivityList } from './activity-list';
import { ActivityTexts, useActivityT } from './activity-texts';

function Audit() {
  const t = useActivityT();
  return (
    <Screen>
      <ActivityList
        projectId={null}
        head={(total, actions) => (
          <ScreenHead title={t('activity.title')} count={total ?? null}>
            <Group gap={8}>{actions}</Group>
          </ScreenHead>
        )}
      />
    </Screen>
  );
}

/** All events of the installation, for auditors and admins. */
export const AuditScreen = () => (
  <OfferedScreen part="audit">
    <ActivityTexts>
      <Audit />
    </ActivityTexts>
  </OfferedScreen>
);

/** The events of a project, for everybody who sees it. */
export function ProjectActivityScreen() {
  const { id } = useProject();
  return (
    <ActivityTexts>
      <Screen>
        <ActivityList
          projectId={id}
          head={(_, actions) => (
            <Group gap={8} justify="flex-end" p="10px 20px 0">
              {actions}
            </Group>
          )}
        />
      </Screen>
    </ActivityTexts>
  );
}
