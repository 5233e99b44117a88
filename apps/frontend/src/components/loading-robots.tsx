import { IconRobot, IconRobotFace } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useT } from '../i18n';
import classes from './loading-robots.module.css';

const patienceMs = 300;

/** While a whole screen loads, and only when that takes a moment: robots that bounce or pulse, as chance has it. */
export function LoadingRobots() {
  const t = useT();
  const [shown, setShown] = useState(false);
  const [motion] = useState(() => (Math.random() < 0.5 ? classes.bounce : classes.pulse));
  const [Robot] = useState(() => (Math.random() < 0.5 ? IconRobot : IconRobotFace));
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div className={classes.overlay} role="status" aria-label={t('app.loading')}>
      {[0, 1, 2].map((place) => (
        <span key={place} className={motion} style={{ animationDelay: `${place * 140}ms` }}>
          <Robot size={40} stroke={1.5} aria-hidden />
        </span>
      ))}
    </div>
  );
}
