import { createFileRoute } from '@tanstack/react-router';
import { EditProject } from '../../../../../features/projects/project-form-screens';

export const Route = createFileRoute('/_app/tasks/project/$projectId/edit')({ component: EditProject });
