/** Jobs that run in a process of their own with only the modules they need: no figure warms, fills or blocks another. */
const jobs = {
  seedWorld: () => import('./seed').then(({ seedWorld }) => seedWorld),
  growLog: () => import('./seed').then(({ growLog }) => growLog),
  buildViews: () => import('./views-build').then(({ buildViews }) => buildViews),
  rebuildViews: () => import('./views-build').then(({ rebuildViews }) => rebuildViews),
  catchUp: () => import('./views-build').then(({ catchUp }) => catchUp),
  logEnd: () => import('./ports').then(({ logEnd }) => logEnd),
  signIn: () => import('./sign-in').then(({ signIn }) => signIn),
  commandsInProcess: () => import('./runner-load').then(({ commandsInProcess }) => commandsInProcess),
  rawWrites: () => import('./runner-load').then(({ rawWrites }) => rawWrites),
  httpLoad: () => import('./http-load').then(({ httpLoad }) => httpLoad),
  permissionCosts: () => import('./permission-load').then(({ permissionCosts }) => permissionCosts),
  socketLoad: () => import('./socket-load').then(({ socketLoad }) => socketLoad),
  seedAttendance: () => import('./seed-attendance').then(({ seedAttendance }) => seedAttendance),
  presenceLoad: () => import('./presence-load').then(({ presenceLoad }) => presenceLoad),
  seedBoards: () => import('./seed-boards').then(({ seedBoards }) => seedBoards),
  seedReplay: () => import('./seed-replay').then(({ seedReplay }) => seedReplay),
  seedPast: () => import('./seed-past').then(({ seedPast }) => seedPast),
  proofCosts: () => import('./proof-load').then(({ proofCosts }) => proofCosts),
  boardLoad: () => import('./board-load').then(({ boardLoad }) => boardLoad),
  removalLoad: () => import('./removal-load').then(({ removalLoad }) => removalLoad),
  removalDocuments: () => import('./removal-load').then(({ removalDocuments }) => removalDocuments),
  webhookLoad: () => import('./webhook-load').then(({ webhookLoad }) => webhookLoad),
  wrongSignIns: () => import('./attack-load').then(({ wrongSignIns }) => wrongSignIns),
  notificationLoad: () => import('./notification-load').then(({ notificationLoad }) => notificationLoad),
  seedNeighbours: () => import('./seed-neighbours').then(({ seedNeighbours }) => seedNeighbours),
  worstOfOne: () => import('./neighbour-load').then(({ worstOfOne }) => worstOfOne),
  exportWorld: () => import('./moving-load').then(({ exportWorld }) => exportWorld),
  bareAppends: () => import('./moving-load').then(({ bareAppends }) => bareAppends),
  importWorld: () => import('./moving-load').then(({ importWorld }) => importWorld),
  emptyNest: () => import('./bare').then(({ emptyNest }) => emptyNest),
};

export type Jobs = { [N in keyof typeof jobs]: Awaited<ReturnType<(typeof jobs)[N]>> };

process.once('message', async ({ name, argument }: { name: keyof Jobs; argument: unknown }) => {
  try {
    const job = (await jobs[name]()) as (argument: unknown) => Promise<unknown>;
    process.send!({ result: await job(argument) }, () => process.exit(0));
  } catch (error) {
    process.send!({ error: (error as Error).stack ?? String(error) }, () => process.exit(1));
  }
});
