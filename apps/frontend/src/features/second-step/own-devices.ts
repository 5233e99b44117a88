/** What a passkey that is made here is called unless its person says otherwise: what the browser runs on. */
export function deviceName(agent = navigator.userAgent): string {
  if (/iPhone/.test(agent)) return 'iPhone';
  if (/iPad/.test(agent)) return 'iPad';
  if (/Android/.test(agent)) return 'Android';
  if (/Mac OS X/.test(agent)) return 'Mac';
  if (/Windows/.test(agent)) return 'Windows';
  return /Linux/.test(agent) ? 'Linux' : '';
}
