import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../entities/project/project-context';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { ScreenHead } from '../../ui/screen';
import { ScreenMessage } from '../../ui/screen-message';
import { ProjectForm } from './project-form';

/** A new project on a screen of its own. */
export function NewProject() {
  const t = useT();
  const me = useMe();
  if (!me.mayCreateProjects) {
    return (
      <ScreenMessage
        title={t('project.create.forbidden')}
        text={t(me.role === 'auditor' ? 'task.auditor' : 'project.create-forbidden')}
      >
        <Button component={Link} to="/tasks/projects">
          {t('project.to-projects')}
        </Button>
      </ScreenMessage>
    );
  }
  return (
    <div>
      <ScreenHead title={t('nav.new-project')} />
      <ProjectForm project={null} label={t('nav.new-project')} />
    </div>
  );
}

/** The tab in which a project is edited. */
export function EditProject() {
  const t = useT();
  const project = useProject();
  const may = project.can.edit;
  if (may !== true) {
    return (
      <Text inherit c="dimmed" p="18px 20px" role="alert">
        {may === 'project.forbidden' ? t('project.member.no-permission') : t(may)}
      </Text>
    );
  }
  return <ProjectForm key={project.id} project={project} label={t('project.edit.title')} />;
}
