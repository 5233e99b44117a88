import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { measureActivity } from './activity.section';
import { aimsOf, aimsText } from './aims';
import { measureAttack } from './attack.section';
import { measureAttendance } from './attendance.section';
import { measureBoards } from './boards.section';
import { measureCommands } from './commands.section';
import { type Section, sectionText } from './figures';
import { measureLive } from './live.section';
import { measureMemory } from './memory.section';
import { measureMoving } from './moving.section';
import { measureNavigation } from './navigation.section';
import { measureNeighbours } from './neighbours.section';
import { measureNotifications } from './notifications.section';
import { measureOccurrences } from './occurrences.section';
import { readOptions, UsageError } from './options';
import { busyWithOthers } from './others';
import { measurePages } from './pages.section';
import { measurePast } from './past.section';
import { measurePermissions } from './permissions.section';
import { measureReads } from './reads.section';
import { measureRebuild } from './rebuild.section';
import { measureRows } from './rows.section';
import { measureServers } from './servers.section';
import { Setting } from './setting';
import { measureStart } from './start.section';
import { measureStatistics } from './statistics.section';
import { measureTyping } from './typing.section';
import { measureVisibility } from './visibility.section';
import { measureWebhooks } from './webhooks.section';

/** The order matters: the last section but one makes the log too long for the others. */
const sections: Record<string, (setting: Setting) => Promise<Section>> = {
  commands: measureCommands,
  reads: measureReads,
  past: measurePast,
  permissions: measurePermissions,
  activity: measureActivity,
  statistics: measureStatistics,
  rebuild: measureRebuild,
  live: measureLive,
  memory: measureMemory,
  boards: measureBoards,
  visibility: measureVisibility,
  notifications: measureNotifications,
  attendance: measureAttendance,
  occurrences: measureOccurrences,
  webhooks: measureWebhooks,
  moving: measureMoving,
  attack: measureAttack,
  neighbours: measureNeighbours,
  pages: measurePages,
  navigation: measureNavigation,
  typing: measureTyping,
  rows: measureRows,
  start: measureStart,
  servers: measureServers,
};
/** Needs servers, and repeats many measurements of the others. */
const onlyAsked = 'servers';

async function run(given: readonly string[]): Promise<void> {
  const names = Object.keys(sections);
  const options = readOptions(given, names);
  const started = performance.now();
  const setting = new Setting(options, (line) => process.stderr.write(`${line}\n`));
  const done: Section[] = [];
  const machine = `${availableParallelism()} processors, Node ${process.version}, ${process.platform} ${process.arch}`;
  process.stdout.write(`${machine}\n`);
  try {
    for (const name of names) {
      if (options.only.length > 0 ? !options.only.includes(name) : name === onlyAsked) continue;
      setting.progress(`measuring ${name} …`);
      const before = await busyWithOthers();
      const measured = await sections[name]!(setting).catch(
        (error: Error): Section => ({
          name,
          title: name,
          figures: [],
          profiles: [],
          failed: (error.stack ?? error.message).slice(0, 2_000),
        }),
      );
      const section = { ...measured, others: Math.max(before, await busyWithOthers()) };
      done.push(section);
      process.stdout.write(`${sectionText(section)}\n`);
    }
  } finally {
    await setting.close();
  }
  const aims = aimsOf(done);
  const seconds = (performance.now() - started) / 1_000;
  process.stdout.write(`${aimsText(aims)}\n\n${seconds.toFixed(0)} s in all\n`);
  if (done.some(({ failed }) => failed !== undefined)) process.exitCode = 1;
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify({ machine, seconds, sections: done, aims }, null, 2)}\n`);
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
