import { type RepeatedTaskDocument, repeatedTaskModel, type TaskDocument, taskModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { StoreIdentity } from '../../engine/parts/store-identity';
import { PeopleWithoutAccount } from '../../shared/user/people-without-account';
import type { SecondStep } from '../../shared/user/second-steps';
import { SecondSteps } from '../../shared/user/second-steps';
import { WebhookSecrets } from '../../shared/webhook/webhook-secrets';
import { ACCOUNTS, type AccountKind, type AccountRecord, type Accounts } from '../../stores/accounts/accounts';
import { FILES, type Files } from '../../stores/files/files';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import type { ReportLine } from './operation-report';

const mostNamed = 100;
const page = 100;

/** Names what the parts of the installation lack that others refer to: accounts, files, and the key of what was sealed. */
@Injectable()
export class PartsVerification {
  constructor(
    private readonly people: PeopleWithoutAccount,
    private readonly webhooks: WebhookSecrets,
    private readonly secondSteps: SecondSteps,
    private readonly installation: StoreIdentity,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(FILES) private readonly files: Files,
  ) {}

  /** False when something is missing. */
  async run(report: ReportLine): Promise<boolean> {
    const { misfit } = await this.installation.comparison.find();
    const found = [
      ...(misfit ? [this.installation.sentenceOf(misfit)] : []),
      ...(await this.people.find()).map(
        (id) => `person ${id} has no account: "user restore ${id} NAME E-MAIL" gives them one`,
      ),
      ...(await this.missingFiles()),
      ...(await this.unreadableSecrets()),
    ];
    for (const line of found.slice(0, mostNamed)) report(line);
    if (found.length > mostNamed) report(`and ${found.length - mostNamed} more`);
    return found.length === 0;
  }

  /** Checks every file that a task or repeated task holds, deleted ones included: they may be restored. */
  private async missingFiles(): Promise<string[]> {
    const missing: string[] = [];
    const looked = new Set<string>();
    const look = async (holder: string, held: readonly { readonly name: string; readonly sha256: string }[]) => {
      for (const { name, sha256 } of held) {
        if (looked.has(sha256)) continue;
        looked.add(sha256);
        if ((await this.files.size(sha256)) === undefined) missing.push(`${holder}: its file "${name}" is missing`);
      }
    };
    for await (const { id, task } of this.store.all<TaskDocument>(await this.active(taskModel))) {
      await look(`task ${id}`, task.files);
    }
    for await (const { id, state } of this.store.all<RepeatedTaskDocument>(await this.active(repeatedTaskModel))) {
      await look(`repeated task ${id}`, state.template.files);
    }
    return missing;
  }

  private async unreadableSecrets(): Promise<string[]> {
    const found: string[] = [];
    for await (const { id } of this.records('webhook')) {
      if ((await this.webhooks.valid(Number(id))) === null)
        found.push(`webhook ${id}: its secret was sealed with another key of the installation; give it a new one`);
    }
    for await (const { id, value } of this.records<SecondStep>('secondStep')) {
      const { totp } = value;
      if (totp && this.secondSteps.open(totp.sealed, Number(id)) === null)
        found.push(
          `person ${id}: their app for codes was set up with another key of the installation; they have to set it up again`,
        );
    }
    return found;
  }

  private async *records<T>(kind: AccountKind): AsyncGenerator<AccountRecord<T>> {
    for (let after: string | undefined; ; ) {
      const records: AccountRecord<T>[] = await this.accounts.list<T>(kind, { after, limit: page });
      // Records of a webhook or person are named by its number; other records may be of changes under way.
      for (const record of records) if (/^\d+$/.test(record.id)) yield record;
      if (records.length < page) return;
      after = records.at(-1)!.id;
    }
  }

  private async active<M extends { readonly name: string; readonly version: number }>(model: M): Promise<M> {
    return { ...model, version: (await this.store.activeVersion(model.name)) ?? model.version };
  }
}
