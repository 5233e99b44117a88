import { useMediaQuery } from '@mantine/hooks';

/** Whether screens are drawn for a phone, as their styles are from the same width. Paper is no phone. */
export const usePhone = (): boolean =>
  useMediaQuery('screen and (max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
