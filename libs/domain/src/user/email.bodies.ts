import { described, object, optional, text } from '../kernel/shape';
import { normalizeText } from '../kernel/text';
import { asEmail, password } from './user.bodies';
import { personChecks } from './user.fields';

const newEmail = object({
  email: { ...described(text(personChecks.email), asEmail), normalize: normalizeText },
  /** Required of people who have one: an open browser must not be enough to take an account over. */
  password: optional(password()),
});

/** The request bodies by which an e-mail address changes; the log holds no address. */
export const emailBodies = {
  ask: newEmail,
  confirm: object({ token: text() }),
  /** By an admin, with the admin's own password. */
  change: newEmail,
};
