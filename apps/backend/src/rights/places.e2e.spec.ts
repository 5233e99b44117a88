import { describe } from '@jest/globals';
import { ofPlaces } from '../testing/rights/tables';
import { walk } from '../testing/rights/walk';

describe('rights to what is of places', () => walk(ofPlaces));
