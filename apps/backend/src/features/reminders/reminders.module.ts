import { Module } from '@nestjs/common';
import { FinishedProjects } from './finished-projects';
import { ForgottenWork } from './forgotten-work';
import { TaskClock } from './task-clock';

@Module({ providers: [TaskClock, FinishedProjects, ForgottenWork] })
export class RemindersModule {}
