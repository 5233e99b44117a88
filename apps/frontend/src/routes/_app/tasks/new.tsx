import { createFileRoute } from '@tanstack/react-router';
import { NewTask } from '../../../features/tasks/task-form';

export const Route = createFileRoute('/_app/tasks/new')({ component: NewTask });
