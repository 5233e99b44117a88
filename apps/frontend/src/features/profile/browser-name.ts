/** Names of browsers by the first match in the user agent: most browsers name others too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const found = (all: typeof browsers, text: string) => all.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** The names of the browser and the system in a User-Agent, null where they are not known. */
export const browserOf = (userAgent: string | null) => ({
  browser: found(browsers, userAgent ?? ''),
  system: found(systems, userAgent ?? ''),
});
