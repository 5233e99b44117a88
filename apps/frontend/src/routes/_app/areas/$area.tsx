import { createFileRoute } from '@tanstack/react-router';
import { AreaScreen } from '../../../features/areas/area-screen';

export const Route = createFileRoute('/_app/areas/$area')({
  component: () => {
    const { area } = Route.useParams();
    return <AreaScreen key={area} area={area} />;
  },
});
