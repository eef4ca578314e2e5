import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from '@mantine/core'
import type { ThemeName } from '#core/platform/themes.ts'
import { brandPalettes, levelPalettes, neutralPalettes } from './palettes.ts'

/** The product in one of its color themes. All colors, spaces, radii and font sizes are defined here. */
export function themeOf(name: ThemeName): MantineThemeOverride {
  return createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    colors: { ...neutralPalettes, ...levelPalettes, brand: brandPalettes[name] },
    fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
    fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.3' },
        h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
        h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
      },
    },
    defaultRadius: 'md',
    radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // In running text, color must not be the only sign of a link.
      Anchor: { defaultProps: { underline: 'always' } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } },
      Button: { defaultProps: { size: 'sm' } },
      // Help below the input, so that adjacent inputs align with and without it.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Menu: { defaultProps: { shadow: 'md', withinPortal: true } },
      Modal: {
        defaultProps: { centered: true, radius: 'lg', overlayProps: { blur: 2, opacity: 0.4 } },
        styles: { title: { fontWeight: 600 } },
      },
      Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
      Tooltip: { defaultProps: { openDelay: 350, events: { hover: true, focus: true, touch: false } } },
    },
    other: { headerHeight: 56, drawerWidth: 250, miniDrawerWidth: 70, bottomBarHeight: 60 },
  })
}

/** In dark mode, Mantine's backgrounds of badges and alerts are as dark as the panels themselves. */
const darkGrounds = Object.fromEntries(
  [...Object.keys(levelPalettes), 'brand'].flatMap((color) =>
    Object.entries({ light: 9, 'light-hover': 8, 'light-color': 1 }).map(([use, shade]) => [
      `--mantine-color-${color}-${use}`,
      `var(--mantine-color-${color}-${shade})`,
    ]),
  ),
)

/** Variables that Mantine lacks, and replacements for variables with too little contrast to the panels. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {
    // Page widths other than the full width of lists: a record with its parts, and a single text or form.
    '--ullage-page': '76rem',
    '--ullage-narrow': '46rem',
  },
  light: {
    '--ullage-ground': 'var(--mantine-color-gray-0)',
    '--ullage-hairline': 'var(--mantine-color-gray-2)',
    '--ullage-hover': 'var(--mantine-color-gray-1)',
    '--mantine-color-error': 'var(--mantine-color-urgent-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-gray-light': 'var(--mantine-color-gray-2)',
    '--mantine-color-gray-light-hover': 'var(--mantine-color-gray-3)',
  },
  dark: {
    '--ullage-ground': 'var(--mantine-color-dark-8)',
    '--ullage-hairline': 'var(--mantine-color-dark-5)',
    '--ullage-hover': 'var(--mantine-color-dark-6)',
    '--mantine-color-error': 'var(--mantine-color-urgent-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    ...darkGrounds,
    '--mantine-color-gray-light': 'var(--mantine-color-dark-5)',
    '--mantine-color-gray-light-hover': 'var(--mantine-color-dark-4)',
  },
})
