import type { PlanEvent } from '@gos/domain';
import { planSamples } from '@gos/domain/plans/plans.samples';
import { describe, expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { planModel } from './plan';

const all = Object.values(planSamples) as PlanEvent[];
const after = (events: readonly PlanEvent[]) =>
  fed(
    planModel,
    events.map((event) => recorded('plans-2', event)),
  );

describe('plan documents', () => {
  it('hold the plan with its last day, for everyone inside', async () => {
    expect((await after(all.slice(0, 2))).get('31')).toMatchObject({
      id: '31',
      parties: [2],
      projectId: null,
      least: 'everyone',
      deleted: false,
      until: '2026-12-18',
      plan: { id: 31, userId: 2, type: 'day_off', kind: 'vacation', half: 'morning', date: '2026-11-25', revision: 2 },
    });
  });

  it('follow what is taken away and brought back', async () => {
    const { PlanAdded, PlanRemoved, PlanUndeleted } = planSamples;
    const ended = (await after([PlanAdded, PlanRemoved])).get('31');
    expect(ended).toMatchObject({ until: '2026-12-06', deleted: false });
    const whole = { ...PlanRemoved, data: { planId: 31, from: '2026-11-23' } };
    expect((await after([PlanAdded, whole])).get('31')).toMatchObject({ deleted: true });
    expect((await after([PlanAdded, whole, PlanUndeleted])).get('31')).toMatchObject({
      deleted: false,
      until: '2026-12-18',
      plan: { without: ['2026-12-07'], revision: 3 },
    });
  });

  it('are one for each plan of a person, of every event', async () => {
    const other = { ...planSamples.PlanAdded, data: { ...planSamples.PlanAdded.data, planId: 32, cutFrom: 31 } };
    const documents = await after([...all, other]);
    expect([...documents.keys()]).toEqual(['31', '32']);
    expect(documents.get('31')!.plan.revision).toBe(all.length - 2);
    expect((await after(all.slice(1))).size).toBe(0);
  });
});
