import { afterAll, beforeAll } from '@jest/globals';
import { describeWithSomeRedis } from '../testing/servers/redis';
import { BullJobs } from './bullmq.jobs';
import { contractKeep, describeJobsContract } from './jobs.contract';

describeWithSomeRedis('Jobs in Redis', (redis) => {
  let installations = 0;
  beforeAll(() => redis.start());
  afterAll(() => redis.stop());

  describeJobsContract('BullJobs', async () => {
    const prefix = `{${redis.prefix}-${++installations}}`;
    return new BullJobs({ url: redis.url, prefix, keep: contractKeep });
  });
});
