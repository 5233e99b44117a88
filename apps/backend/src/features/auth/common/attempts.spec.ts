import { describe, expect, test } from '@jest/globals';
import { Clock } from '../../../kernel/clock';
import { Refused } from '../../../kernel/refused';
import { noSecurityLog } from '../../../observability/security-log';
import { KnownDevices } from '../../../shared/session/known-devices';
import type { Accounts } from '../../../stores/accounts/accounts';
import { Peers } from '../../../stores/broadcast/peers';
import { ProcessBroadcast } from '../../../stores/broadcast/process.broadcast';
import { Attempts } from './attempts';
import { Passwords } from './passwords';

class SetClock extends Clock {
  at = Date.parse('2026-11-21T12:00:00.000Z');
  override now(): number {
    return this.at;
  }
}

describe('several processes', () => {
  const clock = new SetClock();
  const broadcast = new ProcessBroadcast();
  const told: number[] = [];
  const oneProcess = () => {
    const devices = new KnownDevices({} as Accounts, clock);
    const mails = { attacked: async (userId: number) => void told.push(userId) };
    const config = { secret: 'a secret of the installation, shared by all' };
    const passwords = new Passwords({ passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 } });
    const attempts = new Attempts(passwords, devices, mails, noSecurityLog, clock, new Peers(broadcast), config);
    attempts.onModuleInit();
    return attempts;
  };
  const processes = [oneProcess(), oneProcess()];
  const jan = { userId: 7, email: 'jan@example.com' };
  const from = (ip: string) => ({ ip, headers: {} });
  const settled = () => new Promise(setImmediate);

  test('count together, and forget together', async () => {
    for (let n = 0; n < 5; n++) {
      (await processes[n % 2]!.begin(jan, from('192.0.2.1'))).failed();
      await settled();
    }
    for (const one of processes) {
      await expect(one.begin(jan, from('192.0.2.1'))).rejects.toThrow(Refused);
      expect(one.turnOf(from('192.0.2.1')).rank).toBe(2);
      await one.begin(jan, from('192.0.2.2'));
    }
    (await processes[0]!.of(jan, from('192.0.2.1'))).succeeded();
    await settled();
    for (const one of processes) {
      await one.begin(jan, from('192.0.2.1'));
      expect(one.turnOf(from('192.0.2.1')).rank).toBe(1);
    }
  });

  test('tell of an attack once', async () => {
    for (let n = 0; n < 140; n++) {
      (await processes[n % 2]!.begin(jan, from(`198.51.100.${n}`))).failed();
      await settled();
    }
    expect(told).toEqual([7]);
  });

  test('a customer with a /48 of networks is stopped too', async () => {
    const one = processes[0]!;
    let looked = 0;
    const guess = async (n: number) => {
      try {
        (
          await one.begin({ userId: null, email: `x${n}@example.com` }, from(`2001:db8:7:${n.toString(16)}::1`))
        ).failed();
        looked++;
      } catch (error) {
        expect(error).toBeInstanceOf(Refused);
      }
    };
    for (let n = 0; n < 800; n++) await guess(n);
    expect(looked).toBeLessThan(700);
    await one.begin(jan, from('2001:db8:8::1'));
  });
});
