import { createFileRoute } from '@tanstack/react-router';
import { NewProject } from '../../../features/projects/project-form-screens';

export const Route = createFileRoute('/_app/tasks/project-new')({ component: NewProject });
