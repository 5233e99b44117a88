import { describe } from '@jest/globals';
import { ofPeople } from '../testing/rights/tables';
import { walk } from '../testing/rights/walk';

describe('rights to what is of people', () => walk(ofPeople));
