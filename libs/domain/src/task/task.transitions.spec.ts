import { describe, expect, test } from '@jest/globals';
import { taskDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { after, colleague, crowns, factsOf, historyTo, inactive, people, taskIn } from '../testing/task-scene';

const when = (...[state, over]: Parameters<typeof historyTo>) => given(taskDecider, historyTo(state, over));
const { contractor, solver, system } = people;
const later = '2026-12-01T12:00:00.000Z';
const plainAcceptance = {
  type: 'TaskAccepted',
  data: { reservation: null, rating: null, comment: null, costReduction: null },
} as const;

test('nothing happens to a task that is not there', () => {
  given(taskDecider, []).when({ type: 'complete', result: 'x' }, factsOf(solver)).thenRefused('task.not-found');
});

describe('assign', () => {
  test.each(['created', 'assigned', 'returned'] as const)('gives a %s task to somebody', (state) => {
    const from = state === 'created' ? null : 2;
    when(state)
      .when({ type: 'assign', solverId: colleague }, factsOf(contractor))
      .thenEvents({ type: 'TaskAssigned', data: { from, to: colleague } });
  });

  test('the present solver changes nothing, not even a returned task', () => {
    when('returned').when({ type: 'assign', solverId: 2 }, factsOf(contractor)).thenNothing();
    when('assigned')
      .when({ type: 'assign', solverId: 2 }, factsOf(contractor, { nameable: [] }))
      .thenNothing();
    when('created').when({ type: 'assign', solverId: null }, factsOf(contractor)).thenNothing();
  });

  test('taking the solver away goes back to created', () => {
    when('returned')
      .when({ type: 'assign', solverId: null }, factsOf(contractor))
      .thenEvents({ type: 'TaskAssigned', data: { from: 2, to: null } });
    expect(after(taskIn('returned'), { type: 'assign', solverId: null }, factsOf(contractor)).state).toBe('created');
  });

  test('somebody unknown or inactive is refused', () => {
    when('created')
      .when({ type: 'assign', solverId: inactive }, factsOf(contractor))
      .thenRefused('task.solver.unknown', { errors: [{ path: 'solverId', code: 'task.solver.unknown' }] });
  });

  test('one takes it on oneself', () => {
    when('created')
      .when({ type: 'assign', solverId: 1 }, factsOf(contractor, { nameable: [] }))
      .thenEvents({ type: 'TaskAssigned', data: { from: null, to: 1 } });
  });
});

describe('complete', () => {
  test.each(['assigned', 'returned'] as const)('hands a task over from %s', (state) => {
    when(state)
      .when({ type: 'complete', result: '  Hotovo ' }, factsOf(solver))
      .thenEvents({ type: 'TaskCompleted', data: { result: 'Hotovo' } });
  });

  test.each(['', ' \n\t '])('without a result (%j) it is refused', (result) => {
    when('assigned')
      .when({ type: 'complete', result }, factsOf(solver))
      .thenRefused('task.result.required', { errors: [{ path: 'result', code: 'task.result.required' }] });
  });

  test('of one’s own task accepts it at once', () => {
    when('assigned', { contractorId: 2 })
      .when({ type: 'complete', result: 'Hotovo' }, factsOf(solver))
      .thenEvents({ type: 'TaskCompleted', data: { result: 'Hotovo' } }, plainAcceptance);
    const task = taskIn('assigned', { contractorId: 2 });
    expect(after(task, { type: 'complete', result: 'Hotovo' }, factsOf(solver))).toMatchObject({
      state: 'solved',
      outcome: 'accepted',
      completedBy: 2,
      acceptedBy: 2,
    });
  });

  test('a graph with open subtasks is refused and names them', () => {
    const openSubtasks = [
      { id: 13, name: 'Rozpočet' },
      { id: 14, name: null },
    ];
    when('assigned', { type: 'graph' })
      .when({ type: 'complete', result: 'Hotovo' }, factsOf(solver, { openSubtasks }))
      .thenRefused('task.open-subtasks', { details: { subtasks: openSubtasks } });
  });

  test('a waiting task is refused, a continuous one always', () => {
    const command = { type: 'complete', result: 'Hotovo' } as const;
    when('assigned')
      .when(command, factsOf(solver, { waitingFor: [11] }))
      .thenRefused('task.waiting');
    when('assigned', { type: 'continuous' }).when(command, factsOf(solver)).thenRefused('task.continuous');
    when('returned', { type: 'continuous', contractorId: 2 })
      .when(command, factsOf(solver))
      .thenRefused('task.continuous');
  });
});

describe('accept', () => {
  test('as it is', () => {
    when('fulfilled').when({ type: 'accept' }, factsOf(contractor)).thenEvents(plainAcceptance);
  });

  test('with everything: reservation, rating, comment and cost reduction', () => {
    when('fulfilled')
      .when(
        {
          type: 'accept',
          reservation: ' Příště dřív ',
          rating: 5,
          comment: 'Díky, @[2]!',
          costReduction: crowns('250.50'),
        },
        factsOf(contractor),
      )
      .thenEvents({
        type: 'TaskAccepted',
        data: {
          reservation: 'Příště dřív',
          rating: 5,
          comment: { commentId: 1, text: 'Díky, @[2]!', mentions: [2] },
          costReduction: crowns('250.50'),
        },
      });
  });

  test.each([people.manager, people.admin])(
    'by another than the contractor is on behalf of the contractor',
    (actor) => {
      when('fulfilled')
        .when({ type: 'accept' }, factsOf(actor))
        .thenEvents({ type: 'TaskAccepted', data: { ...plainAcceptance.data, onBehalfOf: 1 } });
    },
  );

  test('nobody accepts a result that they handed over, unless they are contractor and solver at once', () => {
    const { manager, admin } = people;
    for (const actor of [manager, admin]) {
      when('fulfilled', { solverId: actor.id }).when({ type: 'accept' }, factsOf(actor)).thenRefused('task.own-result');
      when('fulfilled', { solverId: actor.id, contractorId: actor.id! })
        .when({ type: 'accept' }, factsOf(actor))
        .thenEvents(plainAcceptance);
    }
    when('fulfilled').when({ type: 'accept' }, factsOf(solver)).thenRefused('task.forbidden');
  });

  test('an empty comment is none, an empty reservation is refused', () => {
    when('fulfilled').when({ type: 'accept', comment: ' ' }, factsOf(contractor)).thenEvents(plainAcceptance);
    when('fulfilled')
      .when({ type: 'accept', reservation: ' ' }, factsOf(contractor))
      .thenRefused('task.reservation.required');
  });

  test.each([0, 6])('a rating of %d is refused', (rating) => {
    when('fulfilled').when({ type: 'accept', rating }, factsOf(contractor)).thenRefused('task.rating.range');
  });

  test.each([crowns('12.505'), crowns('-1.00'), crowns('1e3')])(
    'a cost reduction of %j is no number',
    (costReduction) => {
      when('fulfilled')
        .when({ type: 'accept', costReduction }, factsOf(contractor))
        .thenRefused('task.cost-reduction.number');
    },
  );

  test('a cost reduction in another currency is refused', () => {
    const costReduction = { amount: '1.00', currency: 'EUR' };
    when('fulfilled').when({ type: 'accept', costReduction }, factsOf(contractor)).thenRefused('validation.money');
  });

  test('several wrong fields are all named', () => {
    when('fulfilled')
      .when(
        { type: 'accept', reservation: '', costReduction: { amount: '1.00', currency: 'EUR' } },
        factsOf(contractor),
      )
      .thenRefused('validation.failed', {
        errors: [
          { path: 'reservation', code: 'task.reservation.required' },
          { path: 'costReduction', code: 'validation.money' },
        ],
      });
    when('fulfilled')
      .when({ type: 'accept', rating: 9, costReduction: crowns('x') }, factsOf(contractor))
      .thenRefused('validation.failed', {
        errors: [
          { path: 'rating', code: 'task.rating.range' },
          { path: 'costReduction', code: 'task.cost-reduction.number' },
        ],
      });
  });
});

describe('return', () => {
  test('with its reason, and a new deadline on wish', () => {
    const returned = { type: 'TaskReturned', data: { reason: 'Chybí doprava' } } as const;
    when('fulfilled').when({ type: 'return', reason: ' Chybí doprava' }, factsOf(contractor)).thenEvents(returned);
    when('fulfilled')
      .when({ type: 'return', reason: 'Chybí doprava', deadline: later }, factsOf(contractor))
      .thenEvents(returned, { type: 'DeadlineMoved', data: { from: null, to: later } });
    when('fulfilled', { deadline: later })
      .when({ type: 'return', reason: 'Chybí doprava', deadline: later }, factsOf(contractor))
      .thenEvents(returned);
  });

  test('without a reason or into the past it is refused', () => {
    when('fulfilled').when({ type: 'return', reason: ' ' }, factsOf(contractor)).thenRefused('task.reason.required');
    when('fulfilled')
      .when({ type: 'return', reason: 'x', deadline: '2026-11-17T12:00:00.000Z' }, factsOf(contractor))
      .thenRefused('task.deadline.past');
  });
});

describe('end', () => {
  test.each(['created', 'assigned', 'fulfilled', 'returned'] as const)('ends a %s task of any type', (state) => {
    for (const type of ['normal', 'continuous', 'graph'] as const) {
      when(state, { type })
        .when({ type: 'end', reason: ' Odpadlo ' }, factsOf(contractor))
        .thenEvents({ type: 'TaskEndedByContractor', data: { reason: 'Odpadlo' } });
    }
  });

  test('needs no reason', () => {
    const ended = { type: 'TaskEndedByContractor', data: { reason: null } } as const;
    when('assigned').when({ type: 'end' }, factsOf(contractor)).thenEvents(ended);
    when('assigned').when({ type: 'end', reason: ' ' }, factsOf(contractor)).thenEvents(ended);
  });

  test('lists the open subtasks that stand in the way', () => {
    const openSubtasks = [{ id: 13, name: 'Rozpočet' }];
    when('assigned')
      .when({ type: 'end' }, factsOf(contractor, { openSubtasks }))
      .thenRefused('task.open-subtasks', { details: { subtasks: openSubtasks } });
  });
});

describe('end automatically', () => {
  const command = { type: 'endAutomatically' } as const;
  const meeting = { type: 'meeting', deadline: '2026-11-18T10:00:00.000Z', estimateMinutes: 60 } as const;

  test('a meeting when it is over, not a moment sooner', () => {
    when('assigned', meeting)
      .when(command, factsOf(system, { at: '2026-11-18T11:00:00.000Z' }))
      .thenEvents({ type: 'TaskEndedAutomatically', data: { cause: 'meeting-over' } });
    when('assigned', meeting)
      .when(command, factsOf(system, { at: '2026-11-18T10:59:59.999Z' }))
      .thenRefused('task.not-over');
  });

  test('a continuous task on the day after its project’s finish date', () => {
    const on = (at: string) => factsOf(system, { at, projectFinishDate: '2026-11-18' });
    when('assigned', { type: 'continuous' }).when(command, on('2026-11-18T22:59:59.999Z')).thenRefused('task.not-over');
    when('assigned', { type: 'continuous' })
      .when(command, on('2026-11-18T23:00:00.000Z'))
      .thenEvents({ type: 'TaskEndedAutomatically', data: { cause: 'project-finished' } });
  });

  test('nothing else ends by itself', () => {
    const facts = factsOf(system, { projectFinishDate: '2026-01-01' });
    when('assigned', { deadline: '2026-01-01T00:00:00.000Z' }).when(command, facts).thenRefused('task.not-over');
    when('assigned', { type: 'continuous' }).when(command, factsOf(system)).thenRefused('task.not-over');
  });
});

describe('restore', () => {
  const command = { type: 'restore' } as const;
  const restored = { type: 'TaskRestored', data: {} } as const;

  test('goes back to the solver, or to nobody', () => {
    when('solved').when(command, factsOf(contractor)).thenEvents(restored);
    expect(after(taskIn('solved'), command, factsOf(contractor)).state).toBe('assigned');
    const ended = after(taskIn('created'), { type: 'end' }, factsOf(contractor));
    expect(after(ended, command, factsOf(contractor)).state).toBe('created');
  });

  test('a deadline that is still ahead stays', () => {
    when('solved', { deadline: '2026-11-18T11:00:00.000Z' }).when(command, factsOf(contractor)).thenEvents(restored);
  });

  test('a deadline that has passed, by the instant, asks for a new one', () => {
    const deadline = '2026-11-18T10:59:59.999Z';
    when('solved', { deadline }).when(command, factsOf(contractor)).thenRefused('task.deadline.new-required');
    when('solved', { deadline })
      .when({ ...command, deadline: null }, factsOf(contractor))
      .thenRefused('task.deadline.new-required');
    when('solved', { deadline })
      .when({ ...command, deadline: later }, factsOf(contractor))
      .thenEvents(restored, { type: 'DeadlineMoved', data: { from: deadline, to: later } });
  });

  test('the old one is no new one, and a new one lies not in the past', () => {
    const deadline = '2026-11-16T12:00:00.000Z';
    when('solved', { deadline })
      .when({ ...command, deadline: '2026-11-16T13:00:00+01:00' }, factsOf(contractor))
      .thenRefused('task.deadline.new-required');
    when('solved', { deadline })
      .when({ ...command, deadline: '2026-11-17T12:00:00.000Z' }, factsOf(contractor))
      .thenRefused('task.deadline.past');
  });
});
