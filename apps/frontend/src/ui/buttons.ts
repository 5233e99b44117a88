import { Button } from '@mantine/core';

/** A button of panels and forms: 30 px high, as the rows next to it. */
export const SmallButton = Button.withProps({ size: 'sm', h: 30, px: 12, fz: 13 });

/** The quiet button of a toolbar. */
export const ChipButton = Button.withProps({
  size: 'sm',
  h: 27,
  px: 10,
  fz: 12.5,
  styles: { label: { fontWeight: 500 } },
});
