import { figure, type Section } from './figures';
import { inOwnProcess } from './own-process';
import { registered } from './register';
import { GosServer } from './server';
import type { Setting } from './setting';

const perSecond = 50;

/** Measures deliveries to a fast target, alone and with a second, slow target of the same project. */
export async function measureWebhooks(setting: Setting): Promise<Section> {
  const count = setting.options.quick ? 500 : 5_000;
  const settings = { GOS_WEBHOOK_ALLOW_PRIVATE: 'true' };
  const measure = async (withSlow: boolean) => {
    const server = await GosServer.start(setting.path(withSlow ? 'webhooks-slow' : 'webhooks'), { settings });
    try {
      const cookie = await registered(server.origin);
      return await inOwnProcess('webhookLoad', { origin: server.origin, cookie, count, perSecond, withSlow });
    } finally {
      await server.stop();
    }
  };
  const alone = await measure(false);
  const beside = await measure(true);
  const named = `${count.toLocaleString('en-US')} deliveries, ${perSecond} a second`;
  const note = `the slow one was sent ${beside.slowSent} meanwhile, and answers after 5 s`;
  const without = (value: number) => ({ name: 'the same without a slow target', value });
  return {
    name: 'webhooks',
    title: 'Webhooks',
    figures: [
      figure(`event to its arrival beside a slow target, p50 of ${named}`, beside.p50, 'ms', without(alone.p50), note),
      figure(`event to its arrival beside a slow target, p99 of ${named}`, beside.p99, 'ms', without(alone.p99)),
    ],
    profiles: [],
  };
}
