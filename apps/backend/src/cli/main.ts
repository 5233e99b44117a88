import { needOpenFiles } from '../kernel/open-files';

needOpenFiles();
await import('./run');
