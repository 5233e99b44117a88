import { areaFrameOf } from '@gos/contract';
import { type Area, isArea, isOwnArea } from '@gos/domain';
import { Button, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { areaAnchorOf } from '../../entities/installation/settings.api';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { NotFoundScreen } from '../../ui/message-screens';
import { ScreenHead } from '../../ui/screen';
import { ScreenMessage } from '../../ui/screen-message';
import { useAreaAddresses } from './area-address';
import classes from './areas.module.css';
import { ToOwnArea } from './own-areas';

function NotConnected({ area }: { readonly area: Area }) {
  const t = useT();
  const me = useMe();
  const name = t(`area.${area}`);
  const title = t('area-screen.not-connected.title', { name });
  if (me.role !== 'admin')
    return <ScreenMessage alert={false} title={title} text={t('area-screen.not-connected.text')} />;
  return (
    <ScreenMessage alert={false} title={title} text={t('area-screen.not-connected.admin')}>
      <Button renderRoot={(props) => <Link to="/admin/settings" hash={areaAnchorOf(area)} {...props} />} size="xs">
        {t('area-screen.connect')}
      </Button>
    </ScreenMessage>
  );
}

function OpenElsewhere({ url }: { readonly url: string }) {
  const t = useT();
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      variant="default"
      size="xs"
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {t('area-screen.open')}
    </Button>
  );
}

/** Another system of the company inside the application, or the reason why it is not here. */
export function AreaScreen({ area }: { readonly area: string }) {
  const t = useT();
  const addressOf = useAreaAddresses();
  if (isOwnArea(area)) return <ToOwnArea area={area} />;
  if (!isArea(area)) return <NotFoundScreen />;
  const address = addressOf(area);
  const name = t(`area.${area}`);
  if (address === null) return <NotConnected area={area} />;
  const { url, frame } = address;
  if (!frame) {
    return (
      <ScreenMessage
        alert={false}
        title={t('area-screen.elsewhere.title', { name })}
        text={t('area-screen.elsewhere.text', { host: new URL(url).host })}
      >
        <OpenElsewhere url={url} />
      </ScreenMessage>
    );
  }
  return (
    <Stack gap={0} h="100%">
      <ScreenHead title={name}>
        <OpenElsewhere url={url} />
      </ScreenHead>
      <iframe className={classes.frame} src={areaFrameOf(area)} title={name} />
    </Stack>
  );
}
