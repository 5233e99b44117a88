import type { OwnArea } from '@gos/domain';
import { Link, Navigate } from '@tanstack/react-router';
import { useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
import classes from './areas.module.css';

/** The screens that entries of the other areas' groups lead to. */
export const ownAreas = {
  'users.associates': { to: '/people', search: {}, adminsOnly: false },
  'users.roles': { to: '/people/positions', search: {}, adminsOnly: false },
  'users.new-associate': { to: '/people/invitations', search: {}, adminsOnly: true },
  'users.new-role': { to: '/people/positions', search: { new: true }, adminsOnly: true },
} as const satisfies Record<OwnArea, object>;

interface OwnAreaLinkProps {
  readonly area: OwnArea;
  readonly className: string | undefined;
  readonly onNavigate?: () => void;
}

export function OwnAreaLink({ area, className, onNavigate }: OwnAreaLinkProps) {
  const t = useT();
  const { to, search } = ownAreas[area];
  return (
    <Link
      to={to}
      search={search}
      className={className}
      activeOptions={{ exact: true, explicitUndefined: true }}
      onClick={onNavigate}
    >
      <span className={`${pieces.word} ${classes.label}`}>{t(`area.${area}`)}</span>
    </Link>
  );
}

/** From the address that the entry had while it was another system's. */
export const ToOwnArea = ({ area }: { readonly area: OwnArea }) => {
  const { to, search } = ownAreas[area];
  return <Navigate to={to} search={search} replace />;
};
