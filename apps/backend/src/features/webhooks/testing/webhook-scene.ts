import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryDetail } from '@gos/contract';
import { type RecordedEvent, taskStream } from '@gos/domain';
import { EVENT_LOG, type EventLog } from '../../../stores/event-log/event-log';
import type { Harness, Json, Person, Reply } from '../../../testing/harness';
import type { Sent } from './host-payloads';

/** A project with boards and a webhook, and what its deliveries did. */
export class WebhookScene {
  private constructor(
    readonly gos: Harness,
    readonly manager: Person,
    readonly solver: Person,
    readonly project: number,
    readonly backlog: number,
    readonly done: number,
    readonly hook: number,
    readonly secret: string,
  ) {}

  /** @param fields of the webhook */
  static async of(gos: Harness, manager: Person, solver: Person, fields: object = {}): Promise<WebhookScene> {
    const made = async (path: string, body: object): Promise<Json> => {
      const { status, body: answer } = await manager.post(path, body);
      if (status !== 201) throw new Error(`not made: ${JSON.stringify(answer)}`);
      return answer;
    };
    const project = (await made('/api/projects', { name: 'E-shop' })).id;
    const board = async (name: string, section: string, assignedUserId: number | null) =>
      (await made(`/api/projects/${project}/boards`, { name, section, assignedUserId })).id;
    const backlog = await board('Příchozí', 'backlog', solver.id);
    const done = await board('Hotovo', 'done', null);
    const boards = { backlogBoardName: 'Příchozí', doneBoardName: 'Hotovo', autoContractorId: manager.id };
    const { id, secret } = await made(`/api/projects/${project}/webhooks`, { name: 'Hostitel', ...boards, ...fields });
    return new WebhookScene(gos, manager, solver, project, backlog, done, id, secret);
  }

  post({ headers, body }: Sent, hook = this.hook): Promise<Reply<Json>> {
    return this.gos.stranger().call('POST', `/api/hooks/${hook}`, body, headers);
  }

  /** Posts it and waits until it was acted on. */
  async take(sent: Sent): Promise<DeliveryDetail> {
    const { status, body } = await this.post(sent);
    if (status !== 202) throw new Error(`not taken: ${JSON.stringify(body)}`);
    return this.settled(body.id);
  }

  /** The delivery once it is pending no more. */
  async settled(id: string): Promise<DeliveryDetail> {
    for (;;) {
      const delivery = await this.delivery(id);
      if (delivery.status !== 'pending') return delivery;
      await sleep(10);
    }
  }

  async delivery(id: string): Promise<DeliveryDetail> {
    return (await this.manager.get(`/api/webhooks/${this.hook}/deliveries/${id}`)).body;
  }

  async webhook(): Promise<Json> {
    return (await this.manager.get(`/api/projects/${this.project}/webhooks/${this.hook}`)).body;
  }

  async deliveries(query = ''): Promise<Json> {
    return (await this.manager.get(`/api/webhooks/${this.hook}/deliveries${query}`)).body;
  }

  async task(id: number): Promise<Json> {
    return (await this.manager.get(`/api/tasks/${id}`)).body;
  }

  /** The events of a task, as the log has them. */
  events(taskId: number): Promise<readonly RecordedEvent[]> {
    return this.gos.service<EventLog>(EVENT_LOG).readStream(taskStream(taskId));
  }

  async tasks(): Promise<Json[]> {
    return (await this.manager.get(`/api/tasks?list=all&project=${this.project}&sort=id`)).body.items;
  }
}
