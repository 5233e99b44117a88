import { createFileRoute } from '@tanstack/react-router';
import { LogProofScreen } from '../../features/log-proof/log-proof-screen';

export const Route = createFileRoute('/_app/audit_/log')({ component: LogProofScreen });
