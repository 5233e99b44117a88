import type { Area } from '@gos/domain';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
import { useAreaAddresses } from './area-address';
import classes from './areas.module.css';

interface AreaLinkProps {
  readonly area: Area;
  readonly className: string | undefined;
  readonly onNavigate?: () => void;
}

/** An entry of another area: to its address in a new tab, to its frame, or to the screen that says that it is not connected. */
export function AreaLink({ area, className, onNavigate }: AreaLinkProps) {
  const t = useT();
  const addressOf = useAreaAddresses();
  const address = addressOf(area);
  const label = t(`area.${area}`);
  if (address !== null && !address.frame) {
    return (
      <a href={address.url} target="_blank" rel="noreferrer" className={className} onClick={onNavigate}>
        <span className={`${pieces.word} ${classes.label}`}>{label}</span>
        <IconExternalLink size={14} stroke={1.75} className={classes.out} aria-hidden />
        <span className={pieces.hidden}>, {t('area-screen.opens-tab')}</span>
      </a>
    );
  }
  return (
    <Link
      to="/areas/$area"
      params={{ area }}
      className={className}
      activeOptions={{ includeSearch: false }}
      onClick={onNavigate}
      data-muted={address === null || undefined}
    >
      <span className={`${pieces.word} ${classes.label}`}>{label}</span>{' '}
      {address === null && <span className={classes.without}>{t('area-screen.not-connected')}</span>}
    </Link>
  );
}
