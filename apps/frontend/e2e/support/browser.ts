import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const whole = '/usr/bin/chromium';
/** The same browser without its windows, which starts and paints faster, but shows no PDF. */
const shell = '/usr/bin/chromium-headless-shell';

/** A name that leads to this machine, without being taken for it: no browser calls it safe over http. */
export const elsewhere = 'elsewhere.example';

const running = new Map<string, Promise<Browser>>();

/**
 * One for all files that a worker runs; it ends with the worker.
 * @param scrollbars are drawn and take room, as on Windows and Linux
 */
export function sharedBrowser({ needsWhole = false, scrollbars = false } = {}): Promise<Browser> {
  const path = process.env.CHROMIUM_PATH ?? (needsWhole || !existsSync(shell) ? whole : shell);
  const kind = `${path} ${scrollbars}`;
  const browser = running.get(kind) ?? startBrowser(path, scrollbars);
  running.set(kind, browser);
  return browser;
}

function startBrowser(executablePath: string, scrollbars: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath,
    ignoreDefaultArgs: scrollbars ? ['--hide-scrollbars'] : [],
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${elsewhere} 127.0.0.1`,
    ],
  });
}
