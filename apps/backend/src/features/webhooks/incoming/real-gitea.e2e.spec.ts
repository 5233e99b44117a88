import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../../testing/harness';
import { describeWithGitea, GiteaServer } from '../../../testing/servers/gitea';
import { WebhookScene } from '../testing/webhook-scene';

describeWithGitea('deliveries of a real Gitea', () => {
  let gos: Harness;
  let gitea: GiteaServer;
  let jan: Person;
  let eva: Person;

  beforeAll(async () => {
    [gos, gitea] = await Promise.all([Harness.start(), GiteaServer.start()]);
    jan = await gos.person('Jan Novák');
    eva = await gos.person('Eva Malá');
  }, 120_000);
  afterAll(() => Promise.all([gos.stop(), gitea.stop()]));

  describe.each(['json', 'form'])('as %s', (type) => {
    it('make an issue a task, which follows a rename, and move a merged pull request', async () => {
      const scene = await WebhookScene.of(gos, jan, eva);
      const deliveries = async (): Promise<Json[]> => (await scene.deliveries()).items;
      /** The latest delivery of a type once it has been acted on. */
      const settled = async (name: string, count = 1): Promise<Json> => {
        for (;;) {
          const found = (await deliveries()).filter((one) => one.type === name && one.status !== 'pending');
          if (found.length >= count) return found[0]!;
          await sleep(50);
        }
      };
      let repository = await gitea.repository(`eshop-${type}`);
      await gitea.call('POST', `${repository}/hooks`, {
        type: 'gitea',
        active: true,
        events: ['issues', 'issue_comment', 'create', 'pull_request'],
        config: { url: `${gos.origin}/api/hooks/${scene.hook}`, content_type: type, secret: scene.secret },
      });
      const issue = await gitea.call('POST', `${repository}/issues`, {
        title: 'Chyba v platbě',
        body: 'Platba & selže.',
      });
      const { task } = (await settled('issue.opened')).effect;
      expect(await scene.task(task.id)).toMatchObject({ name: 'Chyba v platbě', externalUrl: issue.html_url });

      await gitea.call('POST', `${repository}/issues/${issue.number}/comments`, { body: 'Viz log.' });
      expect((await settled('issue.commented')).effect).toMatchObject({ did: ['commented'], task });

      await gitea.call('PATCH', repository, { name: `obchod-${type}` });
      repository = repository.replace('eshop', 'obchod');
      await gitea.call('PATCH', `${repository}/issues/${issue.number}`, { state: 'closed' });
      expect((await settled('issue.closed')).effect).toMatchObject({ task, did: ['moved', 'completed', 'linked'] });
      expect((await scene.task(task.id)).externalUrl).toBe(issue.html_url.replace('eshop', 'obchod'));

      await gitea.call('PATCH', `${repository}/issues/${issue.number}`, { state: 'open' });
      await settled('issue.reopened');
      expect(await scene.task(task.id)).toMatchObject({ state: 'returned', board: { id: scene.backlog } });

      const id = await jan.task({ name: 'Přihlášení', projectId: scene.project });
      for (const branch of [`${id}-login`, `renovate/node-${id}`]) {
        await gitea.call('POST', `${repository}/branches`, { new_branch_name: branch });
        const file = `${branch.replaceAll('/', '-')}.txt`;
        await gitea.call('POST', `${repository}/contents/${file}`, { branch, content: 'YQ==', message: 'x' });
        const pull = await gitea.call('POST', `${repository}/pulls`, { head: branch, base: 'main', title: 'Oprava' });
        // Gitea looks for conflicts first.
        while (!(await gitea.call('GET', `${repository}/pulls/${pull.number}`)).mergeable) await sleep(100);
        await gitea.call('POST', `${repository}/pulls/${pull.number}/merge`, { Do: 'merge' });
      }
      await settled('merge-request.merged', 2);
      const merged = (await deliveries()).filter((one) => one.type === 'merge-request.merged');
      expect(merged.map(({ effect }) => effect.task?.id ?? null).sort()).toEqual([id, null].sort());
      expect(await scene.task(id)).toMatchObject({ gitBranch: `${id}-login`, board: { id: scene.done } });
    }, 120_000);
  });
});
