import { type Page, type SearchItem, searchOperations } from '@gos/contract';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parseListQuery } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Search } from './search';

@ApiTags('search')
@Controller()
export class SearchController {
  constructor(private readonly search: Search) {}

  @Serves(
    searchOperations.find,
    'Full text over all that the reader may see, what is named so first; diacritics and case do not matter',
  )
  find(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<Page<SearchItem>> {
    return this.search.find(parseListQuery(raw, searchOperations.find.query), me);
  }
}
