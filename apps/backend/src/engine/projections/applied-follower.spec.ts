import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ProcessBroadcast } from '../../stores/broadcast/process.broadcast';
import { appliedChannel } from './applied';
import { AppliedFollower } from './applied-follower';

describe('following the documents of another process', () => {
  let broadcast: ProcessBroadcast;
  let follower: AppliedFollower;
  let looks: number;
  let position: number;

  beforeEach(async () => {
    broadcast = new ProcessBroadcast();
    looks = 0;
    position = 0;
    follower = new AppliedFollower({
      broadcast,
      activeCollections: async () => {
        looks++;
        return { position: String(position), versions: {} };
      },
      onVersions: async () => true,
      onError: (error) => {
        throw error;
      },
    });
    await follower.start();
  });
  afterEach(async () => {
    await follower.stop();
    await broadcast.close();
  });

  const tell = () => broadcast.publish(appliedChannel, { position: String(position), versions: {} });

  it('does not look all the time for what it is told', async () => {
    for (position = 1; position <= 50; position++) {
      const reached = follower.waitFor(String(position), 2_000);
      await tell();
      expect(await reached).toBe(true);
    }
    expect(looks).toBeLessThan(10);
  });

  it('looks for what it is not told, also when it is told other things', async () => {
    position = 1;
    expect(await follower.waitFor('1', 2_000)).toBe(true);
    await tell();
    position = 2;
    expect(await follower.waitFor('2', 2_000)).toBe(true);
  });
});
