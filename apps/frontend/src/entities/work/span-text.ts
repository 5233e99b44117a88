import { type Instant, localDay } from '@gos/domain';

const clock = (locale: string, at: Instant, zone: string, withDay: boolean) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    timeZone: zone,
    ...(withDay && { day: 'numeric', month: locale === 'cs' ? 'numeric' : 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at));

interface Span {
  readonly from: Instant;
  readonly to: Instant | null;
}

/** Both ends by the installation's clock: the beginning with its day unless it is said elsewhere, the end where it is another one. */
export function spanText(locale: string, { from, to }: Span, zone: string, dayKnown = false) {
  const otherDay = to !== null && localDay(to, zone) !== localDay(from, zone);
  return { from: clock(locale, from, zone, !dayKnown), to: to === null ? null : clock(locale, to, zone, otherDay) };
}
