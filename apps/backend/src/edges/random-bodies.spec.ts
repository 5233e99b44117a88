import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { boardBodies, projectBodies, taskBodies, userBodies } from '@gos/domain';
import { describe, expect, it } from '@jest/globals';
import { EmptyDto, LoginDto, RegisterDto } from '../features/auth/common/auth.bodies';
import { CreateProjectDto, EditProjectDto } from '../features/projects/projects.bodies';
import { CreateTaskDto, EditTaskDto, ParticipantDto, PredecessorDto } from '../features/tasks/tasks.bodies';
import { ChangeMeDto } from '../features/users/users.bodies';
import { Body, type BodyClass } from '../http/body-class';
import { validated } from '../http/validation';
import { Refused } from '../kernel/refused';
import { DeadLettersDto, RebuildDto } from '../operator/admin/admin.bodies';
import type { Json } from '../testing/harness';

const bodies: Readonly<Record<string, BodyClass>> = {
  ...{ ChangeMeDto, CreateProjectDto, CreateTaskDto, DeadLettersDto, EditProjectDto, EditTaskDto, EmptyDto },
  ...{ LoginDto, ParticipantDto, PredecessorDto, RebuildDto, RegisterDto },
  AcceptDto: Body(taskBodies.accept),
  AddMemberDto: Body(projectBodies.addMember),
  AssignDto: Body(taskBodies.assign),
  BudgetDto: Body(taskBodies.budget),
  ChangeMemberDto: Body(projectBodies.changeMember),
  ChangeUserDto: Body(userBodies.change),
  CommentDto: Body(taskBodies.comment),
  CompleteDto: Body(taskBodies.complete),
  CreateBoardDto: Body(boardBodies.create),
  DeadlineDto: Body(taskBodies.deadline),
  EditBoardDto: Body(boardBodies.edit),
  EndDto: Body(taskBodies.end),
  EstimateDto: Body(taskBodies.estimate),
  MoveBoardDto: Body(boardBodies.move),
  MoveDto: Body(taskBodies.move),
  PlanDto: Body(taskBodies.plan),
  RestoreDto: Body(taskBodies.restore),
  ReturnDto: Body(taskBodies.return),
};

/** Expands long texts and lists, which the file stores as the part that repeats. */
function whole(told: Json): Json {
  if (typeof told !== 'object' || told === null) return told;
  if (Array.isArray(told)) return told.map(whole);
  if ('$repeat' in told) return told.$repeat.repeat(told.times);
  if ('$list' in told) return Array(told.times).fill(whole(told.$list));
  if ('$join' in told) return told.$join.map(whole).join('');
  const made = {};
  for (const [name, value] of Object.entries(told)) {
    // Not by assignment: a field may be called `__proto__`.
    Object.defineProperty(made, name, { value: whole(value), enumerable: true });
  }
  return made;
}

async function refusalOf(type: BodyClass, body: unknown): Promise<Json> {
  try {
    await validated(type, body);
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { refused, errors } = error.refusal;
    return [refused, ...errors!.map(({ path, code, params }) => [path, code, ...(params ? [params] : [])])];
  }
}

/** 200 of the 5,000 bodies of each operation by which shapes were compared with the checks before them. */
const recorded = readFileSync(`${import.meta.dirname}/random-bodies.jsonl`, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as [name: string, body: Json, refusal: Json]);

describe('random bodies are refused as they always were', () => {
  it('of every kind', () => {
    expect([...new Set(recorded.map(([name]) => name))].sort()).toEqual(Object.keys(bodies).sort());
  });

  it.each(Object.entries(bodies))('%s', async (name, type) => {
    const rows = recorded.filter(([of]) => of === name);
    for (const [, body, refusal] of rows) {
      expect([body, await refusalOf(type, whole(body))]).toEqual([body, refusal]);
    }
  });
});
