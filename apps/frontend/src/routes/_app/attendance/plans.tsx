import { createFileRoute } from '@tanstack/react-router';
import { PlansScreen } from '../../../features/attendance/plans-screen';

export const Route = createFileRoute('/_app/attendance/plans')({ component: PlansScreen });
