import type { CommandOf, EmptyBody } from '../kernel/aggregate';
import { nameError } from '../kernel/field-checks';
import { limits } from '../kernel/limits';
import { nameCharactersError } from '../kernel/name-characters';
import type { FieldError } from '../kernel/refusal';
import { flag, id, object, optional, optionalOrNull, orNull, partial, type TypeOf, text } from '../kernel/shape';
import { codePoints } from '../kernel/text';
import type { SwitchOffReason } from './webhook';

const boardName = (value: string, path: string) => nameError(value, path, 'board.name.too-long');

/** Checks of a webhook's fields. */
export const webhookFieldChecks = {
  name: (value: string, path = 'name') => nameError(value, path, 'webhook.name.too-long'),
  backlogBoardName: (value: string, path = 'backlogBoardName') => boardName(value, path),
  doneBoardName: (value: string, path = 'doneBoardName') => boardName(value, path),
  targetUrl(value: string, path = 'targetUrl'): FieldError | null {
    const { max } = limits.targetUrl;
    if (!/^https?:\/\/[^\s/]\S*$/i.test(value.trim())) return { path, code: 'validation.url' };
    if (codePoints(value.trim()) > max) return { path, code: 'validation.too-long', params: { max } };
    return nameCharactersError(value, path);
  },
};

const name = text(webhookFieldChecks.name);
const backlogBoardName = text(webhookFieldChecks.backlogBoardName);
const doneBoardName = text(webhookFieldChecks.doneBoardName);
const targetUrl = text(webhookFieldChecks.targetUrl, 2 * limits.targetUrl.max);

/** The request bodies of the webhook commands, by command type. */
export const webhookBodies = {
  create: object({
    name,
    backlogBoardName: optionalOrNull(backlogBoardName),
    doneBoardName: optionalOrNull(doneBoardName),
    autoContractorId: optionalOrNull(id),
    active: optional(flag),
    targetUrl: optionalOrNull(targetUrl),
  }),
  edit: partial(
    object({
      name,
      backlogBoardName: orNull(backlogBoardName),
      doneBoardName: orNull(doneBoardName),
      autoContractorId: orNull(id),
      active: flag,
      targetUrl: orNull(targetUrl),
    }),
  ),
};

type Wire = { readonly [N in keyof typeof webhookBodies]: TypeOf<(typeof webhookBodies)[N]> };

/** The body of each webhook command; `create` adds the project id from the path. */
export interface WebhookBodies extends Omit<Wire, 'create'> {
  readonly create: Wire['create'] & { readonly projectId: number };
  readonly remove: EmptyBody;
  readonly rotateSecret: EmptyBody;
  /** only by the system */
  readonly switchOff: { readonly reason: SwitchOffReason };
}
export type WebhookCommand = CommandOf<WebhookBodies>;
