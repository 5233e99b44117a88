import { createFileRoute } from '@tanstack/react-router';
import { InformationScreen } from '../../../../../features/projects/information-screen';

export const Route = createFileRoute('/_app/tasks/project/$projectId/information')({ component: InformationScreen });
