import type { Instant } from '@gos/domain';
import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { AppLayout } from '../app/app-layout';
import { signedInPerson } from '../app/signed-in-person';
import { landingOf } from '../entities/user/offers';
import { type TaskTab, tabOf } from '../features/tasks/common/task-view';
import type { Language } from '../i18n';
import { askedLanguage, hasStoredLanguage } from '../i18n/detect-language';
import { instantOf } from '../lib/past';
import type { LanguageChoice } from '../ui/language';

function numberOf(value: unknown): number | undefined {
  const id = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** In a browser where no language was ever chosen; otherwise only the sign-in takes it. */
async function takeProfileLanguage(wanted: Language, { language, setLanguage }: LanguageChoice) {
  const chosen = askedLanguage() !== undefined || hasStoredLanguage();
  if (!chosen && wanted !== language) await setLanguage(wanted);
}

export const Route = createFileRoute('/_app')({
  /** The open task, its part and the moment that are shown, the task whose network is open, and the moment of the whole page. */
  validateSearch: (
    search: Record<string, unknown>,
  ): { taskId?: number; tab?: TaskTab; at?: Instant; graph?: number; asOf?: Instant } => {
    const taskId = numberOf(search.taskId);
    return {
      taskId,
      tab: taskId === undefined ? undefined : tabOf(search.tab),
      at: taskId === undefined ? undefined : instantOf(search.at),
      graph: numberOf(search.graph),
      asOf: instantOf(search.asOf),
    };
  },
  search: { middlewares: [retainSearchParams(['asOf'])] },
  beforeLoad: async ({ location, context, preload, cause }) => {
    if (preload) return;
    const me = await signedInPerson(context.queryClient, location.href);
    if (me.password === 'temporary') throw redirect({ to: '/password', search: { redirectTo: location.href } });
    if (me.secondStep === 'required') throw redirect({ to: '/second-step', search: { redirectTo: location.href } });
    // An auditor's lists of tasks are empty, so the first screen is another one.
    const landing = landingOf(me);
    if (landing && /^(\/tasks)?\/?$/.test(location.pathname) && location.searchStr === '')
      throw redirect({ to: landing });
    if (cause === 'enter') await takeProfileLanguage(me.language, context.language);
  },
  component: AppLayout,
});
