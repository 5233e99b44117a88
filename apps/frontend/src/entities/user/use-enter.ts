import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { askedLanguage } from '../../i18n/detect-language';
import { forgetPerson } from '../../lib/query-client';
import { losesSession } from '../../lib/runtime-config';
import { sessionCookies } from '../../lib/session';
import { allowReading, runSignOutHandlers } from '../../lib/sign-out';
import { useLanguage } from '../../ui/language';
import { changeMe, meQuery } from './users.api';

interface Entering {
  /** The profile of a new person gets the language of the registration. */
  readonly registered?: boolean;
}

/**
 * Leads on after a sign-in, in the language of the profile unless the address names another. With a path it goes there and
 * replaces the address of the sign-in. Resolves to false when the browser did not keep the session, and shows that screen.
 */
export function useEnter({ registered = false }: Entering = {}): (to?: string) => Promise<boolean> {
  const client = useQueryClient();
  const router = useRouter();
  const { language, setLanguage } = useLanguage();
  const { redirectTo } = useSearch({ strict: false }) as { redirectTo?: string };
  return async (to) => {
    // A browser without cookies would return to the sign-in without an explanation.
    if (sessionCookies().accessExpiration === null) {
      const error = losesSession() ? 'login.not-kept.http' : 'login.not-kept';
      await router.navigate({ to: '/login', search: { redirectTo, error }, replace: true });
      return false;
    }
    // Another person may have been signed in before.
    forgetPerson(client);
    runSignOutHandlers();
    allowReading();
    // The application fetches it first and shows a failure itself.
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
