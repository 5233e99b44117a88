import { Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../entities/project/project-context';
import { DayText } from '../../entities/task/deadline-text';
import { PersonLabel } from '../../entities/user/avatar';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { Fact } from '../../ui/fact';
import pieces from '../../ui/pieces.module.css';
import prose from '../../ui/prose.module.css';
import { ContractsTable } from './contracts-table';
import classes from './information.module.css';

/** Shows the details of a project. */
export function InformationScreen() {
  const t = useT();
  const project = useProject();
  const managers = project.members.filter(({ permission }) => permission === 'manage');
  const none = <span className={pieces.nothing}>{t('task.value.none')}</span>;

  return (
    <div className={classes.screen}>
      <Stack gap={20} miw={0}>
        <section aria-label={t('task.field.description')}>
          {project.description === '' ? (
            <Text inherit c="dimmed">
              {t('project.description.none')}
            </Text>
          ) : (
            // The server answers sanitised HTML only.
            <div
              className={prose.prose}
              style={{ maxWidth: '75ch' }}
              dangerouslySetInnerHTML={{ __html: project.description }}
            />
          )}
        </section>
        <section>
          <Title order={2} fw={600} lh="inherit" mb={6}>
            {t('project.field.contracts')}
          </Title>
          {project.contracts.length === 0 ? (
            <Text inherit c="dimmed">
              {t('project.contracts.none')}
            </Text>
          ) : (
            <ContractsTable contracts={project.contracts} />
          )}
        </section>
        {project.can.edit === true && (
          <SmallButton
            component={Link}
            variant="default"
            to={`/tasks/project/${project.id}/edit`}
            style={{ alignSelf: 'start' }}
          >
            {t('project.edit.title')}
          </SmallButton>
        )}
      </Stack>
      <Stack component="dl" gap={12} m={0} className={pieces.facts}>
        <Fact label={t('project.field.active')}>
          {t(project.active ? 'project.state.active' : 'project.state.inactive')}
        </Fact>
        <Fact label={t('project.field.finish-date')}>
          {project.finishDate === null ? none : <DayText day={project.finishDate} />}
        </Fact>
        <Fact label={t('project.field.url')}>
          {project.externalTicketSystemUrl === null ? (
            none
          ) : (
            <a
              className={pieces.inline}
              style={{ color: 'var(--gos-accent-text)' }}
              href={project.externalTicketSystemUrl}
              target="_blank"
              rel="noreferrer noopener"
              title={t('task.url.open')}
            >
              <span className={pieces.word}>{project.externalTicketSystemUrl.replace(/^https?:\/\//i, '')}</span>
              <IconExternalLink size={14} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
            </a>
          )}
        </Fact>
        <Fact label={t('project.managers')}>
          {managers.length === 0 ? (
            none
          ) : (
            <Stack component="ul" gap={5} className={pieces.list}>
              {managers.map(({ user }) => (
                <li key={user.id}>
                  <PersonLabel person={user} />
                </li>
              ))}
            </Stack>
          )}
        </Fact>
        <Fact label={t('project.field.id')}>{project.id}</Fact>
      </Stack>
    </div>
  );
}
