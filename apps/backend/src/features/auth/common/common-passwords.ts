import { codePoints, limits, normalPassword } from '@gos/domain';

let list: Promise<ReadonlySet<string>> | null = null;

/** Some 18,000 that are long enough, which take 30 ms and 3 MB: read when somebody first chooses a password. */
async function loaded(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((one) => codePoints(one) >= limits.password.min));
}

/** Whether a password is one of those that are guessed first, in whichever letters it is written. */
export async function isCommon(password: string): Promise<boolean> {
  list ??= loaded();
  return (await list).has(normalPassword(password).toLowerCase());
}
