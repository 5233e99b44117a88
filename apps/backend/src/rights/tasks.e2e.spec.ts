import { describe } from '@jest/globals';
import { ofTasks } from '../testing/rights/tables';
import { walk } from '../testing/rights/walk';

describe('rights to what is of tasks', () => walk(ofTasks));
