import { createFileRoute } from '@tanstack/react-router';
import { ProjectIdMissing } from '../../../../features/projects/project-layout';

export const Route = createFileRoute('/_app/tasks/project/')({ component: ProjectIdMissing });
