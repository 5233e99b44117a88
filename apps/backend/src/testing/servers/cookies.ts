/** The cookies of one browser, for the sign-in pages of providers. It follows no redirect. */
export class Cookies {
  private readonly kept = new Map<string, string>();

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.kept].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') this.kept.delete(name);
      else this.kept.set(name, value);
    }
    return response;
  }
}
