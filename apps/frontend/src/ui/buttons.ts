import { Button } from '@mantine/core';

/** The button of a panel and a form: 30 px, as the rows beside it. */
export const SmallButton = Button.withProps({ size: 'sm', h: 30, px: 12, fz: 13 });

/** The quiet button of a toolbar. */
export const ChipButton = Button.withProps({
  size: 'sm',
  h: 27,
  px: 10,
  fz: 12.5,
  styles: { label: { fontWeight: 500 } },
});
