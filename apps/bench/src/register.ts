/** Headers of requests that change something. */
export const jsonHeaders = { 'content-type': 'application/json', 'x-requested-with': 'gos' };

/** Registers the first person of a new installation and returns their Cookie header. */
export async function registered(origin: string): Promise<string> {
  const password = 'correct horse battery';
  const person = { name: 'Bench', email: 'bench@example.com', password, passwordRepeat: password };
  const answer = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify(person),
  });
  if (answer.status !== 201) throw new Error(`Registering was answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
