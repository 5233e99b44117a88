/** The addresses whose requests carry trace headers: this origin and localhost. */
export const traceTargets = (): (string | RegExp)[] => [
  window.location.origin,
  /^\/(?!\/)/,
  /^https?:\/\/localhost(:\d+)?(\/|$)/,
];
