import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { changeMe, meQuery } from '../../entities/user/users.api';
import { askedLanguage } from '../../i18n/detect-language';
import { forgetPerson } from '../../lib/query-client';
import { losesSession } from '../../lib/runtime-config';
import { sessionCookies } from '../../lib/session';
import { allowReading, runSignOutHandlers } from '../../lib/sign-out';
import { useLanguage } from '../../ui/language';

interface Entering {
  /** A new person's profile speaks the language in which they registered. */
  readonly registered?: boolean;
}

/**
 * After signing in, on to where one wanted to go, in the language of the profile unless the address asked for another.
 * Called with a path it goes there, and the address of the sign-in is replaced.
 * False when the browser did not keep the sign-in: then it leads to the screen that says so.
 */
export function useEnter({ registered = false }: Entering = {}): (to?: string) => Promise<boolean> {
  const client = useQueryClient();
  const router = useRouter();
  const { language, setLanguage } = useLanguage();
  const { redirectTo } = useSearch({ strict: false }) as { redirectTo?: string };
  return async (to) => {
    // A browser that keeps no cookies would be sent back without a word.
    if (sessionCookies().accessExpiration === null) {
      const error = losesSession() ? 'login.not-kept.http' : 'login.not-kept';
      await router.navigate({ to: '/login', search: { redirectTo, error }, replace: true });
      return false;
    }
    // They may be another person than who was here until their session ended.
    forgetPerson(client);
    runSignOutHandlers();
    allowReading();
    // The application asks for it first of all; where that fails, it says so.
    const me = await client.fetchQuery(meQuery).catch(() => null);
    if (me && registered) {
      void setLanguage(language);
      if (me.language !== language) {
        client.setQueryData(meQuery.queryKey, { ...me, language });
        await changeMe({ language }).catch(() => undefined);
      }
    } else if (me && askedLanguage() === undefined) {
      void setLanguage(me.language);
    }
    if (to === undefined) router.history.push(redirectTo ?? '/tasks');
    else router.history.replace(to);
    return true;
  };
}
