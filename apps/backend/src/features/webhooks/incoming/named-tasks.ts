import type { RefusalCode, Task, Webhook } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import type { BranchNews, MergeNews } from './incoming';
import { IssueTasks } from './issue-tasks';
import { isBotBranch, type NamedNumbers, namedNumbers } from './task-names';

/** The task that a branch or a pull request belongs to, or why none is certain. */
export type NamedTask = { readonly task: Task } | { readonly note: RefusalCode };

const unsure: NamedTask = { note: 'webhook.task.unsure' };
const unknown: NamedTask = { note: 'webhook.task.unknown' };

/**
 * Finds the task of a branch or a pull request. A number may mean a task, an issue of the host or a version, and a task that is
 * moved by mistake is worse than one that has to be moved by hand: two possible tasks are none.
 */
@Injectable()
export class NamedTasks {
  constructor(private readonly tasks: IssueTasks) {}

  async of(webhook: Webhook, news: BranchNews | MergeNews): Promise<NamedTask> {
    const { branch, repository } = news;
    const pull = news.kind === 'merge-request' ? news : null;
    // Its branch and title are a stranger's words.
    if (pull?.fromFork) return { note: 'webhook.fork' };
    const numbers = namedNumbers(branch, pull?.title ?? '');
    const byBot = news.byBot || isBotBranch(branch);
    const named = byBot ? unknown : await this.named(webhook, news, numbers);
    if (named !== unknown) return named;
    const linked = pull && (await this.tasks.ofPull(webhook, pull));
    if (linked) return { task: linked };
    const ofBranch = byBot || branch === '' ? [] : await this.tasks.ofBranch(webhook, repository, branch);
    if (ofBranch.length > 0) return single(ofBranch);
    const { tasks, leading, issues } = numbers;
    const doubtful = [...tasks, ...issues, ...(leading === null ? [] : [leading])];
    return (await this.tasks.numbered(webhook, doubtful)).length > 0 ? unsure : unknown;
  }

  private async named(
    webhook: Webhook,
    { repository }: BranchNews | MergeNews,
    { tasks, leading, issues }: NamedNumbers,
  ): Promise<NamedTask> {
    const explicit = await this.tasks.numbered(webhook, tasks);
    if (explicit.length > 0) return single(explicit);
    // Hosts call a branch after their issue in the same way: `12-login`.
    const first = leading === null ? [] : [leading];
    const ofIssues = await Promise.all(
      [...new Set([...issues, ...first])].map((number) => this.tasks.ofNumber(webhook, repository, number)),
    );
    const found = ofIssues.filter((task) => task !== null) as Task[];
    return single([...(await this.tasks.numbered(webhook, first)), ...found]);
  }
}

function single(tasks: readonly Task[]): NamedTask {
  const [task] = tasks;
  if (!task) return unknown;
  return tasks.every(({ id }) => id === task.id) ? { task } : unsure;
}
