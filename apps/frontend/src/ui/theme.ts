import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** The accent in ten steps; 6 is the light theme's accent, 4 the dark theme's. */
const accent: MantineColorsTuple = [
  '#eef4ff',
  '#dce7fd',
  '#b6cdfa',
  '#8db1fb',
  '#5b8dff',
  '#457df8',
  '#2f6fed',
  '#235cd0',
  '#1c4bac',
  '#153a88',
];

/** Mantine's greys of the dark theme, in our tone: borders, inputs and overlays take theirs from here. */
const dark: MantineColorsTuple = [
  '#e7e8eb',
  '#c3c7cf',
  '#9aa0ab',
  '#868c97',
  '#33363e',
  '#2a2d34',
  '#1d2025',
  '#16181c',
  '#101114',
  '#0c0d10',
];

const tableField = { wrapper: { '--input-fz': '0.78125rem' } };

/** The overlay under dialogs and drawers. */
const dim = { backgroundOpacity: 0.38 };

/** Text on the accent colour contrasts in both themes; Mantine considers the light shade only. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  const onAccent =
    input.variant === 'filled' && (input.color === undefined || input.color === input.theme.primaryColor);
  return onAccent ? { ...colours, color: 'var(--mantine-primary-color-contrast)' } : colours;
};

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.25,
  variantColorResolver,
  colors: { accent, dark },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontSizes: { xs: '0.71875rem', sm: '0.84375rem', md: '0.84375rem', lg: '1rem', xl: '1.25rem' },
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.0625rem' }, h2: { fontSize: '0.84375rem' } } },
  radius: { xs: '4px', sm: '7px', md: '7px', lg: '10px', xl: '12px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Plain settings, so that a screen loads only the components that it draws.
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 600 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
    // Where neither above nor below is room for the whole, it takes the larger one and scrolls.
    Popover: {
      defaultProps: { middlewares: { flip: { fallbackStrategy: 'bestFit' }, shift: true, size: { padding: 8 } } },
    },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 100 } } },
    Modal: {
      defaultProps: { radius: 'lg', centered: true, overlayProps: dim },
      styles: { title: { fontSize: 17, fontWeight: 650 } },
    },
    Drawer: { defaultProps: { overlayProps: dim } },
    // The title of a dialog is no second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    // A small field appears in or above a table and has the table's type size.
    Input: { vars: (_theme: unknown, { size }: { readonly size?: string }) => (size === 'xs' ? tableField : {}) },
    Table: { defaultProps: { borderColor: 'var(--gos-faint-line)' } },
    Kbd: {
      defaultProps: { size: 'xs' },
      styles: { root: { fontFamily: 'inherit', fontWeight: 500, borderBottomWidth: 1 } },
    },
  },
});

const lightTokens = {
  page: '#fbfbfc',
  panel: '#ffffff',
  sidebar: '#f4f5f7',
  line: '#e6e7eb',
  'faint-line': '#eff0f3',
  hover: '#eeeff2',
  text: '#1b1d22',
  muted: '#5d626c',
  faint: '#6f747e',
  accent: '#2f6fed',
  'accent-text': '#235cd0',
  created: '#6b7079',
  assigned: '#2f6fed',
  fulfilled: '#8a4fe0',
  returned: '#b85a00',
  solved: '#177a4b',
  late: '#d03a3a',
  // A shade darker, so that it keeps 4.5 : 1 on the current row too.
  'late-text': '#bf2f2f',
  selected: '#e6e8ec',
  scrollbar: '#c6cad1',
  toast: '#1b1d22',
  'toast-text': '#fbfbfc',
  warning: '#fff3e0',
  'warning-text': '#7a3d00',
};

const darkTokens: typeof lightTokens = {
  page: '#101114',
  panel: '#16181c',
  sidebar: '#0c0d10',
  line: '#26282e',
  'faint-line': '#1e2025',
  hover: '#1d2025',
  text: '#e7e8eb',
  muted: '#9aa0ab',
  faint: '#868c97',
  accent: '#5b8dff',
  'accent-text': '#8db1fb',
  created: '#8d939f',
  assigned: '#5b8dff',
  fulfilled: '#a97bff',
  returned: '#f0953b',
  solved: '#3fbf83',
  late: '#ff6b6b',
  'late-text': '#ff6b6b',
  selected: '#1d2025',
  scrollbar: '#3d414a',
  toast: '#e7e8eb',
  'toast-text': '#16181c',
  warning: '#33240f',
  'warning-text': '#ffc98a',
};

const variables = (tokens: typeof lightTokens) => ({
  ...Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--gos-${name}`, value])),
  '--mantine-color-body': tokens.page,
  '--mantine-color-text': tokens.text,
  '--mantine-color-dimmed': tokens.muted,
  '--mantine-color-default': tokens.panel,
  '--mantine-color-default-hover': tokens.hover,
  '--mantine-color-default-border': tokens.line,
  '--mantine-color-placeholder': tokens.faint,
  '--mantine-color-error': tokens.late,
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variables(lightTokens),
  dark: variables(darkTokens),
});
