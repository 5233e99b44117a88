import type { Page } from 'playwright-core';

/** Complaints of a browser; a journey fails on each complaint that it did not foresee. */
export class Complaints {
  private readonly heard: string[] = [];
  private readonly foreseen: RegExp[] = [];

  constructor(private readonly who: string) {}

  /** Refusals that a journey provokes, by the words of the console. */
  foresee(...patterns: readonly RegExp[]): void {
    this.foreseen.push(...patterns);
  }

  async listen(page: Page): Promise<void> {
    page.on('console', (message) => {
      if (message.type() === 'error') this.hear(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.hear(`page: ${error.stack ?? error.message}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`policy: ${violatedDirective} forbids ${blockedURI}`);
      });
    });
  }

  /** Returns the unforeseen complaints since the last call. */
  take(): string[] {
    return this.heard.splice(0).map((complaint) => `${this.who}: ${complaint}`);
  }

  private hear(complaint: string): void {
    if (!this.foreseen.some((pattern) => pattern.test(complaint))) this.heard.push(complaint);
  }
}

/** The console's words for an answer of the server that is a refusal. */
export const refusal = (status: number, path = ''): RegExp =>
  new RegExp(`status of ${status} .*\\(https?://[^/]+${path.replace(/[.?*+/]/g, '\\$&')}`);
