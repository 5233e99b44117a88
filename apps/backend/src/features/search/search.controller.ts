import { type Page, type SearchItem, searchOperations } from '@gos/contract';
import { taskStates } from '@gos/domain';
import { Controller, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { type ListRules, listQuery, readers } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Search, searchModels } from './search';

const rules: ListRules = {
  sortable: [],
  filters: {
    model: readers.choice(searchModels),
    state: readers.choice(taskStates),
    project: readers.id,
    person: readers.id,
  },
};

@ApiTags('search')
@Controller()
export class SearchController {
  constructor(private readonly search: Search) {}

  @Serves(
    searchOperations.find,
    'Full text over all that the reader may see, what is named so first; diacritics and case do not matter',
  )
  @ApiQuery({ name: 'q', required: false, type: String, description: 'nothing is found without any' })
  @ApiQuery({ name: 'model', required: false, enum: searchModels, isArray: true })
  @ApiQuery({ name: 'state', required: false, enum: taskStates, isArray: true, description: 'of tasks only' })
  @ApiQuery({ name: 'project', required: false, type: [Number], description: 'tasks and boards in it' })
  @ApiQuery({ name: 'person', required: false, type: [Number], description: 'a party to the task' })
  @ApiQuery({ name: 'page', required: false, type: Number })
  @ApiQuery({ name: 'pageSize', required: false, type: Number })
  find(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<Page<SearchItem>> {
    return this.search.find(listQuery(raw, rules), me);
  }
}
