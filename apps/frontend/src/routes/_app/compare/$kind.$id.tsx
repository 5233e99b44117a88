import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { comparedThingOf, validateCompareAddress } from '../../../features/compare/compare-address';
import { CompareScreen } from '../../../features/compare/compare-screen';
import { firstMoments } from '../../../lib/comparison';

export const Route = createFileRoute('/_app/compare/$kind/$id')({
  validateSearch: validateCompareAddress,
  // Both moments are in the address, so that it means the same later.
  beforeLoad: ({ params, search }) => {
    if (comparedThingOf(params.kind, params.id) === null) throw notFound();
    if (search.from !== undefined && search.to !== undefined) return;
    throw redirect({
      to: '/compare/$kind/$id',
      params,
      search: { ...firstMoments(), ...JSON.parse(JSON.stringify(search)) },
      replace: true,
    });
  },
  component: function Compare() {
    const { kind, id } = Route.useParams();
    const { from = '', to = '', userId } = Route.useSearch();
    return <CompareScreen thing={{ ...comparedThingOf(kind, id)!, userId, from, to }} />;
  },
});
