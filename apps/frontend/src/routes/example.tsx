import { createFileRoute } from '@tanstack/react-router';
import { ExampleScreen } from '../features/example/example-screen';

export const Route = createFileRoute('/example')({ component: ExampleScreen });
