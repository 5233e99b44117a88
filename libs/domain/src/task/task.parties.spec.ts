import { describe, test } from '@jest/globals';
import type { Actor } from '../kernel/actor';
import { limits } from '../kernel/limits';
import type { RefusalCode } from '../kernel/refusal';
import { type TaskCommand, taskDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { colleague, factsOf, happened, historyTo, inactive, people } from '../testing/task-scene';
import type { KnownComment } from './task';
import type { TaskEvent } from './task.events';

const { contractor, solver, acknowledged, passive, admin, manager, viewer, auditor, stranger, formerContractor } =
  people;
const assigned = given(taskDecider, historyTo('assigned'));
const solved = given(taskDecider, historyTo('solved'));
const deleted = given(taskDecider, [...historyTo('assigned'), happened({ type: 'TaskDeleted', data: {} })]);

describe('participants', () => {
  const add = (userId: number, kind: 'acknowledged' | 'passive') => ({ type: 'addParticipant', userId, kind }) as const;
  const remove = (userId: number) => ({ type: 'removeParticipant', userId }) as const;

  test('are added', () => {
    assigned
      .when(add(colleague, 'acknowledged'), factsOf(contractor))
      .thenEvents({ type: 'ParticipantAdded', data: { userId: colleague, kind: 'acknowledged' } });
  });

  test('added again change nothing, added as the other kind change their kind', () => {
    assigned.when(add(3, 'acknowledged'), factsOf(contractor)).thenNothing();
    assigned
      .when(add(3, 'passive'), factsOf(contractor))
      .thenEvents({ type: 'ParticipantAdded', data: { userId: 3, kind: 'passive' } });
  });

  test('unknown and inactive ones are refused', () => {
    assigned.when(add(inactive, 'passive'), factsOf(contractor)).thenRefused('task.participant.unknown', {
      errors: [{ path: 'userId', code: 'task.participant.unknown' }],
    });
  });

  test('at most a thousand', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => index + 100);
    const full = given(taskDecider, historyTo('assigned', { acknowledged: many, passive: [] }));
    full.when(add(colleague, 'passive'), factsOf(contractor)).thenRefused('validation.too-many');
    full
      .when(add(100, 'passive'), factsOf(contractor, { nameable: [100] }))
      .thenEvents({ type: 'ParticipantAdded', data: { userId: 100, kind: 'passive' } });
  });

  test('are taken out, with the kind that they had', () => {
    assigned
      .when(remove(4), factsOf(contractor))
      .thenEvents({ type: 'ParticipantRemoved', data: { userId: 4, kind: 'passive' } });
    assigned.when(remove(colleague), factsOf(contractor)).thenRefused('task.participant.not-there');
  });

  test('take themselves out, and nobody else', () => {
    assigned
      .when(remove(3), factsOf(acknowledged))
      .thenEvents({ type: 'ParticipantRemoved', data: { userId: 3, kind: 'acknowledged' } });
    assigned
      .when(remove(4), factsOf(passive))
      .thenEvents({ type: 'ParticipantRemoved', data: { userId: 4, kind: 'passive' } });
    assigned.when(remove(4), factsOf(acknowledged)).thenRefused('task.forbidden');
    assigned.when(remove(10), factsOf(stranger)).thenRefused('task.participant.not-there');
    assigned.when(remove(5), factsOf(viewer)).thenRefused('task.participant.not-there');
  });

  test('stay in a solved task, and as auditors change nothing', () => {
    solved.when(remove(3), factsOf(acknowledged)).thenRefused('task.already-solved');
    assigned.when(remove(3), factsOf({ ...acknowledged, role: 'auditor' })).thenRefused('task.auditor');
  });
});

describe('comments', () => {
  const comment = (text: string) => ({ type: 'comment', text }) as const;
  const commented = given(taskDecider, [
    ...historyTo('assigned'),
    happened<TaskEvent>({ type: 'CommentAdded', data: { commentId: 1, text: 'První', mentions: [] } }, 3),
    happened<TaskEvent>({ type: 'CommentAdded', data: { commentId: 2, text: 'Druhý', mentions: [] } }, 2),
    happened<TaskEvent>({ type: 'CommentRemoved', data: { commentId: 2 } }, 2),
    happened<TaskEvent>({ type: 'CommentAdded', data: { commentId: 3, text: 'Třetí', mentions: [] } }, 5),
  ]);
  const remove = (commentId: number): TaskCommand => ({ type: 'removeComment', commentId });
  const restore = (commentId: number): TaskCommand => ({ type: 'restoreComment', commentId });

  test('are numbered on, with the people whom they mention once each', () => {
    assigned.when(comment(' Stihneme to, @[3]? @[12] @[3] @[x] '), factsOf(passive)).thenEvents({
      type: 'CommentAdded',
      data: { commentId: 1, text: 'Stihneme to, @[3]? @[12] @[3] @[x]', mentions: [3, 12] },
    });
    commented
      .when(comment('Další'), factsOf(solver))
      .thenEvents({ type: 'CommentAdded', data: { commentId: 4, text: 'Další', mentions: [] } });
  });

  test('go to solved tasks too, not to deleted ones', () => {
    solved
      .when(comment('Díky'), factsOf(solver))
      .thenEvents({ type: 'CommentAdded', data: { commentId: 1, text: 'Díky', mentions: [] } });
    deleted.when(comment('Díky'), factsOf(solver)).thenRefused('task.deleted');
  });

  test('need a text', () => {
    assigned.when(comment(' \n'), factsOf(solver)).thenRefused('task.comment.required');
    assigned.when(comment('x'.repeat(20_001)), factsOf(solver)).thenRefused('validation.too-long', {
      errors: [{ path: 'text', code: 'validation.too-long', params: { max: 20_000 } }],
    });
  });

  /** The facts of a command on a comment, with the comment's author. */
  const by = (author: number | null, actor: Actor) =>
    factsOf(actor, { known: { by: author, text: 'První', replyTo: null, reactions: [] } });

  const known = (author: number | null, more: Partial<KnownComment> = {}): KnownComment => ({
    by: author,
    text: 'První',
    replyTo: null,
    reactions: [],
    ...more,
  });

  test('answer a comment that is there, one level deep', () => {
    const reply = (replyTo: number) => ({ type: 'comment', text: 'Ano', replyTo }) as const;
    const of = (code: RefusalCode) => ({ errors: [{ path: 'replyTo', code }] });
    commented.when(reply(1), factsOf(solver, { known: known(3) })).thenEvents({
      type: 'CommentAdded',
      data: { commentId: 4, text: 'Ano', mentions: [], replyTo: 1 },
    });
    for (const gone of [2, 9]) {
      commented
        .when(reply(gone), factsOf(solver, { known: gone === 2 ? known(2) : null }))
        .thenRefused('task.comment.no-reply', of('task.comment.no-reply'));
    }
    commented
      .when(reply(3), factsOf(solver, { known: known(5, { replyTo: 1 }) }))
      .thenRefused('task.comment.reply-to-reply', of('task.comment.reply-to-reply'));
  });

  test('are edited by their author alone, who may comment still', () => {
    const edit = (text: string, commentId = 1) => ({ type: 'editComment', commentId, text }) as const;
    const mine = (actor: Actor, text = 'První') => factsOf(actor, { known: known(3, { text }) });
    commented
      .when(edit(' Jinak, @[2] a @[4] '), mine(acknowledged, 'První, @[2]'))
      .thenEvents({ type: 'CommentEdited', data: { commentId: 1, text: 'Jinak, @[2] a @[4]', mentions: [4] } });
    commented.when(edit(' První '), mine(acknowledged)).thenNothing();
    for (const other of [contractor, solver, manager, admin]) {
      commented.when(edit('Jinak'), mine(other)).thenRefused('task.comment.not-author');
    }
    commented.when(edit('Jinak', 3), factsOf(viewer, { known: known(5) })).thenRefused('task.forbidden');
    commented.when(edit('Jinak', 2), factsOf(solver, { known: known(2) })).thenRefused('task.comment.unknown');
    commented.when(edit('Jinak', 9), factsOf(solver, { known: null })).thenRefused('task.comment.unknown');
    commented.when(edit(' '), mine(acknowledged)).thenRefused('task.comment.required');
    commented.when(edit('x'.repeat(20_001)), mine(acknowledged)).thenRefused('validation.too-long', {
      errors: [{ path: 'text', code: 'validation.too-long', params: { max: 20_000 } }],
    });
  });

  test('are edited as long as all that was written has room', () => {
    const { max, maxBytes } = limits.comments;
    const long = (bytes: number) =>
      happened<TaskEvent>({
        type: 'CommentAdded',
        data: { commentId: max, text: 'x'.repeat(bytes), mentions: [] },
      });
    const edit = { type: 'editComment', commentId: max, text: 'xy' } as const;
    const mine = factsOf(solver, { known: known(2) });
    given(taskDecider, [...historyTo('assigned'), long(maxBytes - 2)])
      .when(edit, mine)
      .thenEvents({ type: 'CommentEdited', data: { commentId: max, text: 'xy', mentions: [] } });
    given(taskDecider, [...historyTo('assigned'), long(maxBytes - 1)])
      .when(edit, mine)
      .thenRefused('validation.too-many');
  });

  test('take each reaction of a person once', () => {
    const data = { commentId: 1, emoji: '👍' } as const;
    const mine = { known: known(3, { reactions: [{ emoji: '👍', users: [2, 3] }] }) };
    const others = {
      known: known(3, {
        reactions: [
          { emoji: '🎉', users: [2] },
          { emoji: '👍', users: [3] },
        ],
      }),
    };
    const [react, takeBack] = [{ type: 'react', ...data } as const, { type: 'removeReaction', ...data } as const];
    commented.when(react, factsOf(solver, others)).thenEvents({ type: 'ReactionAdded', data });
    commented.when(react, factsOf(solver, mine)).thenNothing();
    commented.when(takeBack, factsOf(solver, mine)).thenEvents({ type: 'ReactionRemoved', data });
    commented.when(takeBack, factsOf(solver, others)).thenNothing();
    commented.when(react, factsOf(viewer, others)).thenRefused('task.forbidden');
    commented.when({ ...react, commentId: 2 }, factsOf(solver, others)).thenRefused('task.comment.unknown');
  });

  test('are deleted by their author and by an admin only', () => {
    const removed = { type: 'CommentRemoved', data: { commentId: 1 } } as const;
    commented.when(remove(1), by(3, acknowledged)).thenEvents(removed);
    commented.when(remove(1), by(3, admin)).thenEvents(removed);
    for (const other of [contractor, solver, manager, passive]) {
      commented.when(remove(1), by(3, other)).thenRefused('task.forbidden');
    }
  });

  test('are brought back by the same', () => {
    const restored = { type: 'CommentRestored', data: { commentId: 2 } } as const;
    commented.when(restore(2), by(2, solver)).thenEvents(restored);
    commented.when(restore(2), by(2, admin)).thenEvents(restored);
    commented.when(restore(2), by(2, contractor)).thenRefused('task.forbidden');
  });

  test('belong to their author even when they may only look by now', () => {
    commented.when(remove(3), by(5, viewer)).thenEvents({ type: 'CommentRemoved', data: { commentId: 3 } });
    commented.when(remove(3), by(5, { ...viewer, projects: {} })).thenRefused('task.forbidden');
    commented.when(remove(3), by(5, { ...viewer, role: 'auditor' })).thenRefused('task.auditor');
  });

  test('that are not there, or there already, are refused', () => {
    commented.when(remove(9), by(null, solver)).thenRefused('task.comment.unknown');
    commented.when(remove(2), by(2, solver)).thenRefused('task.comment.unknown');
    commented.when(restore(1), by(3, acknowledged)).thenRefused('task.comment.there');
  });

  describe('of a task that has as many as it takes', () => {
    const { max, maxBytes } = limits.comments;
    const after = (count: number, text: string) =>
      given(taskDecider, [
        ...historyTo('fulfilled'),
        happened<TaskEvent>({ type: 'CommentAdded', data: { commentId: count, text, mentions: [] } }),
      ]);
    const full = after(max, 'Poslední');
    const tooMany = { path: 'text', code: 'validation.too-many', params: { max, what: 'comments' } } as const;

    test('are refused, as words with an acceptance are; deleting one makes no room', () => {
      after(max - 1, 'Předposlední')
        .when(comment('Poslední'), factsOf(contractor))
        .thenEvents({ type: 'CommentAdded', data: { commentId: max, text: 'Poslední', mentions: [] } });
      full.when(comment('Další'), factsOf(contractor)).thenRefused('validation.too-many', { errors: [tooMany] });
      full
        .when({ type: 'accept', comment: 'Díky' }, factsOf(contractor))
        .thenRefused('validation.too-many', { errors: [{ ...tooMany, path: 'comment' }] });
      const removed = happened<TaskEvent>({ type: 'CommentRemoved', data: { commentId: max } });
      const all = [
        ...historyTo('fulfilled'),
        happened<TaskEvent>({ type: 'CommentAdded', data: { commentId: max, text: 'x', mentions: [] } }),
        removed,
      ];
      given(taskDecider, all).when(comment('Další'), factsOf(contractor)).thenRefused('validation.too-many');
    });

    test('the task goes on', () => {
      full.when({ type: 'accept' }, factsOf(contractor)).thenEvents({
        type: 'TaskAccepted',
        data: { reservation: null, rating: null, comment: null, costReduction: null },
      });
    });

    test('are refused by their bytes too', () => {
      const params = { max: 64, what: 'bytes-of-comments' };
      const long = after(1, 'ž'.repeat(maxBytes / 2 - 4));
      long.when(comment('žluť'), factsOf(contractor)).thenEvents({
        type: 'CommentAdded',
        data: { commentId: 2, text: 'žluť', mentions: [] },
      });
      long.when(comment('žluťoučký'), factsOf(contractor)).thenRefused('validation.too-many', {
        errors: [{ path: 'text', code: 'validation.too-many', params }],
      });
    });
  });
});

describe('files', () => {
  const file = { fileId: 31, name: 'a.pdf', size: 10, mime: 'application/pdf', sha256: 'ab' };
  const added = { type: 'DocumentAdded', data: file } as const;
  const withFile = given(taskDecider, [...historyTo('solved'), happened<TaskEvent>(added, 2)]);
  const withoutFile = given(taskDecider, [
    ...historyTo('assigned', { files: [file] }),
    happened<TaskEvent>({ type: 'DocumentRemoved', data: { fileId: 31 } }),
  ]);

  test('are added once', () => {
    assigned.when({ type: 'addFile', file }, factsOf(solver)).thenEvents(added);
    withFile.when({ type: 'addFile', file }, factsOf(solver)).thenNothing();
    withoutFile.when({ type: 'addFile', file }, factsOf(solver)).thenNothing();
  });

  test('are at most 500, deleted ones included; those in the description count', () => {
    const { max } = limits.files;
    const many = Array.from({ length: max }, (_, n) => ({ ...file, fileId: 100 + n }));
    const gone = happened<TaskEvent>({ type: 'DocumentRemoved', data: { fileId: 100 } });
    const tooMany = (path: string) => ({
      errors: [{ path, code: 'validation.too-many' as const, params: { max, what: 'files' } }],
    });
    for (const full of [historyTo('assigned', { files: many }), [...historyTo('assigned', { files: many }), gone]]) {
      const task = given(taskDecider, full);
      task.when({ type: 'addFile', file }, factsOf(solver)).thenRefused('validation.too-many', tooMany('file'));
      task
        .when({ type: 'edit', fields: { description: '<p>s obrázkem</p>' }, images: [file] }, factsOf(contractor))
        .thenRefused('validation.too-many', tooMany('description'));
      task
        .when({ type: 'edit', fields: { description: '<p>bez obrázku</p>' } }, factsOf(contractor))
        .thenEvents({ type: 'TaskEdited', data: { changes: [{ field: 'description', to: '<p>bez obrázku</p>' }] } });
      task.when({ type: 'removeFile', fileId: 101 }, factsOf(solver)).thenEvents({
        type: 'DocumentRemoved',
        data: { fileId: 101 },
      });
    }
    const one = given(taskDecider, historyTo('assigned', { files: many.slice(1) }));
    one.when({ type: 'addFile', file }, factsOf(solver)).thenEvents(added);
  });

  test('are deleted and brought back, in a solved task too', () => {
    withFile
      .when({ type: 'removeFile', fileId: 31 }, factsOf(contractor))
      .thenEvents({ type: 'DocumentRemoved', data: { fileId: 31 } });
    withoutFile
      .when({ type: 'restoreFile', fileId: 31 }, factsOf(contractor))
      .thenEvents({ type: 'DocumentRestored', data: { fileId: 31 } });
  });

  test('that are not there, or there already, are refused', () => {
    assigned.when({ type: 'removeFile', fileId: 31 }, factsOf(contractor)).thenRefused('task.file.unknown');
    withoutFile.when({ type: 'removeFile', fileId: 31 }, factsOf(contractor)).thenRefused('task.file.unknown');
    withFile.when({ type: 'restoreFile', fileId: 31 }, factsOf(contractor)).thenRefused('task.file.there');
    assigned.when({ type: 'addFile', file }, factsOf(passive)).thenRefused('task.forbidden');
  });
});

describe('deleting', () => {
  test('and bringing back', () => {
    solved.when({ type: 'delete' }, factsOf(contractor)).thenEvents({ type: 'TaskDeleted', data: {} });
    deleted.when({ type: 'undelete' }, factsOf(manager)).thenEvents({ type: 'TaskUndeleted', data: {} });
  });

  test('twice is refused, and nothing else happens to a deleted task', () => {
    deleted.when({ type: 'delete' }, factsOf(contractor)).thenRefused('task.deleted');
    assigned.when({ type: 'undelete' }, factsOf(contractor)).thenRefused('task.not-deleted');
    deleted.when({ type: 'assign', solverId: 2 }, factsOf(contractor)).thenRefused('task.deleted');
  });
});

describe('auditors', () => {
  const commands: TaskCommand[] = [
    { type: 'create', task: { taskId: 13, name: 'Nabídka' } },
    { type: 'edit', fields: {} },
    { type: 'comment', text: 'x' },
    { type: 'removeParticipant', userId: 3 },
    { type: 'delete' },
  ];
  test.each(commands)('change nothing by $type, not even in what was theirs', (command) => {
    const scene = command.type === 'create' ? given(taskDecider, []) : assigned;
    scene.when(command, factsOf(auditor)).thenRefused('task.auditor');
    scene.when(command, factsOf(formerContractor)).thenRefused('task.auditor');
  });
});
