import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const whole = '/usr/bin/chromium';
/** The same browser without its windows, which starts and paints faster, but shows no PDF. */
const shell = '/usr/bin/chromium-headless-shell';

export function startBrowser({ needsWhole = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (needsWhole || !existsSync(shell) ? whole : shell),
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
