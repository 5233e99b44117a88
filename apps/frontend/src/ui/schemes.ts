/** Themes and their names. */
export const schemes = [
  { value: 'light', label: 'user.theme.light' },
  { value: 'dark', label: 'user.theme.dark' },
  { value: 'auto', label: 'user.theme.system' },
] as const;
