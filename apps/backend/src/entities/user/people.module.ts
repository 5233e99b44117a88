import { Module } from '@nestjs/common';
import { People } from './people';

/** Apart from `UsersModule`, because signing in needs it and is needed there. */
@Module({ providers: [People], exports: [People] })
export class PeopleModule {}
