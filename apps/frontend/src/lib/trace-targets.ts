/** Own addresses and those of this very machine are told which trace a request belongs to. */
export const traceTargets = (): (string | RegExp)[] => [
  window.location.origin,
  /^\/(?!\/)/,
  /^https?:\/\/localhost(:\d+)?(\/|$)/,
];
