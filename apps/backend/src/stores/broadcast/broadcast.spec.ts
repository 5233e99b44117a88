import { describeBroadcastContract } from './broadcast.contract';
import { ProcessBroadcast } from './process.broadcast';

describeBroadcastContract('ProcessBroadcast', async () => new ProcessBroadcast());
