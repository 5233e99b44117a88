import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { Complaints } from './complaints';

export interface Identity {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The name and e-mail of somebody who is not there yet. */
export function identityOf(name: string): Identity {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['somebody'];
  return { name, email: `${words.join('.').slice(0, 60)}@firma.example`, password: 'tajne heslo' };
}

/** A person at their own browser: what they see and do, by role and label. */
export class Person {
  readonly complaints: Complaints;

  private constructor(
    readonly identity: Identity,
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly address: string,
  ) {
    this.complaints = new Complaints(identity.name);
  }

  static async at(
    address: string,
    browser: Browser,
    identity: Identity,
    options: BrowserContextOptions = {},
  ): Promise<Person> {
    const context = await browser.newContext({
      baseURL: address,
      locale: 'cs-CZ',
      timezoneId: 'Europe/Prague',
      viewport: { width: 1440, height: 860 },
      reducedMotion: 'reduce',
      // Journeys that play a failing server answer requests themselves, which a service worker would hide from them.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const person = new Person(identity, context, page, address);
    await person.complaints.listen(page);
    return person;
  }

  get name(): string {
    return this.identity.name;
  }

  /** The open task. */
  get panel(): Locator {
    return this.page.locator('[data-task-panel]');
  }

  /** The name of the open task. */
  title(name: string): Locator {
    return this.panel.getByRole('heading', { level: 2 }).filter({ hasText: name });
  }

  /** The heading of the screen. */
  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get path(): string {
    return this.page.url().slice(this.address.length);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
  }

  /** Registers and goes to the first screen; without the screen for it, which has a journey of its own. */
  async enter(): Promise<void> {
    const { name, email, password } = this.identity;
    await this.send('POST', '/auth/register', { name, email, password, passwordRepeat: password });
    await this.page.goto('/tasks');
    await this.menuButton.waitFor();
  }

  /** Registers by the screen. */
  async register(path = '/register'): Promise<void> {
    const { page, identity } = this;
    await page.goto(path);
    await page.getByLabel('Jméno a příjmení').fill(identity.name);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(identity.email);
    await page.getByLabel('Heslo', { exact: true }).fill(identity.password);
    await page.getByLabel('Heslo znovu').fill(identity.password);
    await page.getByRole('button', { name: 'Zaregistrovat se' }).click();
    await this.menuButton.waitFor();
  }

  /** Fills the sign-in that is shown, on its own screen or over another one. */
  async signIn(password = this.identity.password, where: Page | Locator = this.page): Promise<void> {
    await where.getByRole('textbox', { name: 'E-mail' }).fill(this.identity.email);
    await where.getByLabel('Heslo', { exact: true }).fill(password);
    await where.getByRole('button', { name: 'Přihlásit se' }).click();
  }

  /** Signs in on the screen for it, and goes to the first one. */
  async comeBack(): Promise<void> {
    await this.open('/login');
    await this.signIn();
    await this.menuButton.waitFor();
  }

  get menuButton(): Locator {
    return this.page.getByRole('button', { name: /^(Nabídka uživatele|Menu of) / });
  }

  async choose(item: string | RegExp): Promise<void> {
    await this.menuButton.click();
    await this.page
      .getByRole('menuitem', { name: item })
      .or(this.page.getByRole('menuitemradio', { name: item }))
      .click();
  }

  /** Goes to a list by the navigation. */
  async go(path: string): Promise<void> {
    await this.entry(path).click();
    await this.page.waitForURL((address) => address.pathname.replace(/\/$/, '') === path);
    await this.heading.waitFor();
  }

  /** An entry of the navigation, by where it leads: its words may change. */
  entry(path: string): Locator {
    return this.page.getByRole('navigation', { name: 'Hlavní navigace' }).locator(`a[href="${path}"]`);
  }

  /** Returns the number next to an entry of the navigation; 0 if it has none. */
  async count(path: string): Promise<number> {
    const text = await this.entry(path).innerText();
    return Number(/\d+$/.exec(text.trim())?.[0] ?? 0);
  }

  /** A row of the list that is shown. */
  row(name: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  async openTask(name: string): Promise<void> {
    await this.page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await this.title(name).waitFor();
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('[data-toast]').or(this.page.getByRole('alert')).filter({ hasText: text });
  }

  /** A command without its screen, where the screen is not what is tried. */
  async send<T = { readonly id: number; readonly revision: number }>(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    data?: unknown,
  ): Promise<T> {
    const response = await this.context.request.fetch(`/api${path}`, {
      method,
      data,
      headers: { 'X-Requested-With': 'gos' },
    });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  async read<T>(path: string): Promise<T> {
    const response = await this.context.request.get(`/api${path}`);
    if (!response.ok()) throw new Error(`GET ${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** The person's own number. */
  async id(): Promise<number> {
    return (await this.read<{ readonly id: number }>('/me')).id;
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
