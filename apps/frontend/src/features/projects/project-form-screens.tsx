import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../entities/project/project-context';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { ScreenMessage } from '../../ui/screen-message';
import { ProjectForm } from './project-form';
import classes from './project-form.module.css';

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
      <header className={classes.head}>
        <h1 className={classes.title}>{t('nav.new-project')}</h1>
      </header>
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
      <p className={classes.forbidden} role="alert">
        {may === 'project.forbidden' ? t('project.member.no-permission') : t(may)}
      </p>
    );
  }
  return <ProjectForm key={project.id} project={project} label={t('project.edit.title')} />;
}
