import { Group } from '@mantine/core';
import { IconRobot, IconRobotFace } from '@tabler/icons-react';
import { useState } from 'react';
import { useT } from '../i18n';
import classes from './loading-robots.module.css';

/** While a whole screen loads: robots that bounce or pulse, as chance has it. The router shows them only when that takes a moment. */
export function LoadingRobots() {
  const t = useT();
  const [motion] = useState(() => (Math.random() < 0.5 ? classes.bounce : classes.pulse));
  const [Robot] = useState(() => (Math.random() < 0.5 ? IconRobot : IconRobotFace));
  return (
    <Group wrap="nowrap" justify="center" gap={18} mih="60vh" c="dimmed" role="status" aria-label={t('app.loading')}>
      {[0, 1, 2].map((place) => (
        <span key={place} className={motion} style={{ animationDelay: `${place * 140}ms` }}>
          <Robot size={40} stroke={1.5} aria-hidden />
        </span>
      ))}
    </Group>
  );
}
