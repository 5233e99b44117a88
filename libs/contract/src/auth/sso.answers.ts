import { ssoProviderIds, type TypeOf } from '@gos/domain';
import { choice, component, described, instant, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, unchecked } from '../kernel/answer';

const providerId = choice(ssoProviderIds);

const provider = answer('SsoProvider', { id: providerId, name: text() });
const providers = answer('SsoProviders', { items: arrayOf(provider) });
export type SsoProvidersAnswer = TypeOf<typeof providers>;

const done = answer('SsoDone', { redirectTo: described(text(), { description: 'a path of this application' }) });
export type SsoDoneAnswer = TypeOf<typeof done>;

const linkAsked = answer('SsoLinkAsked', { link: answer('SsoLink', { provider, email: text() }) });
export type SsoLinkAsked = TypeOf<typeof linkAsked>;

/** The answer to a return from a provider: signed in, or the account with this e-mail needs its password once. */
export type SsoAnswer = SsoDoneAnswer | SsoLinkAsked;
const callback = component(
  'SsoCallback',
  unchecked<SsoAnswer>({
    type: 'object',
    description:
      'Where to go on, signed in; or `link`, when the account with this e-mail has a password, which is to be given within ten minutes',
    properties: { redirectTo: text().schema, link: linkAsked.schema.properties!.link! },
  }),
);

const identity = answer('Identity', {
  provider,
  /** null while no account there is connected */
  connected: orNull(
    answer('ConnectedAccount', {
      email: described(orNull(text()), { description: 'as the provider tells it' }),
      since: instant,
    }),
  ),
});

const identities = answer('Identities', { items: arrayOf(identity) });
export type IdentitiesAnswer = TypeOf<typeof identities>;

const connecting = answer('SsoConnecting', {
  location: described(text(), { description: 'the address at the provider to go to' }),
});
export type ConnectingAnswer = TypeOf<typeof connecting>;

const signOut = answer('SsoSignOut', {
  location: described(orNull(text()), {
    description: 'where the session at the provider ends; null when it declares no such address or is away',
  }),
});
export type SsoSignOutAnswer = TypeOf<typeof signOut>;

export const ssoAnswers = { providers, done, signOut, callback, identities, connecting };
