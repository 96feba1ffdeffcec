import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type PopoverProps,
} from '@mantine/core'
import { closeMark, PasswordEye } from './field-icons.tsx'

/** The default accent colour. What Mantine paints with it is mapped to the tokens of `theme.css` below. */
const petrol: MantineColorsTuple = [
  '#eaf5f5',
  '#d3eaeb',
  '#a8d5d8',
  '#78bfc4',
  '#4ba9b0',
  '#2f989f',
  '#177b83',
  '#0f6a72',
  '#0b565d',
  '#083f45',
]

const gray: MantineColorsTuple = [
  '#f7f9fa',
  '#eff3f4',
  '#e2e8ea',
  '#d2dadd',
  '#b6c2c6',
  '#869399',
  '#53626a',
  '#3e4c54',
  '#28363d',
  '#132027',
]

const dark: MantineColorsTuple = [
  '#e3eaed',
  '#b9c5ca',
  '#98a7ae',
  '#6c7b82',
  '#313d43',
  '#263036',
  '#1a2227',
  '#10171a',
  '#0b1113',
  '#070b0d',
]

/** Mantine's name for the colour of warnings; the colour is that of `--attention`. */
const yellow: MantineColorsTuple = [
  '#fdf2e3',
  '#f9e3c4',
  '#f2cf9b',
  '#eac48f',
  '#e0a04a',
  '#cf7f1e',
  '#b45f06',
  '#8a4b08',
  '#6a3a08',
  '#4a2906',
]

/** Time of all motion in milliseconds; equals `--motion-time` of `theme.css`. Mantine needs it as a number. */
export const motionTime = 140

/** Transition of dialogs, menus and popovers. Disabled if the user prefers reduced motion. */
const motion: NonNullable<PopoverProps['transitionProps']> = {
  duration: motionTime,
  timingFunction: 'var(--motion-ease)',
  transition: {
    in: { opacity: 1, transform: 'none' },
    out: { opacity: 0, transform: 'translateY(var(--motion-distance))' },
    transitionProperty: 'opacity, transform',
  },
}

const field = { size: 'sm' } as const

/** Families of `typeface.css`, then those of the system. */
const typeface =
  "'Hanken Grotesk', 'Arial as Hanken', 'Roboto as Hanken', ui-sans-serif, system-ui, sans-serif"

/** Dense by default: 14 px text, 36 px controls, small radii. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  colors: { petrol, gray, dark, yellow },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '11px', xl: '16px' },
  fontFamily: typeface,
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Components are configured by name, because importing them would load all of them with the first screen.
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 560 } } },
    TextInput: { defaultProps: field },
    PasswordInput: {
      defaultProps: {
        ...field,
        // The toggle must be reachable with Tab (WCAG 2.1.1).
        visibilityToggleFocusable: true,
        visibilityToggleIcon: PasswordEye,
        visibilityToggleButtonProps: { 'aria-label': 'Mostrar ou ocultar a senha' },
      },
    },
    // Selecting the selected option again keeps it; an optional select has a clear button.
    Select: { defaultProps: { ...field, allowDeselect: false } },
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    CloseButton: { defaultProps: { icon: closeMark } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        // The modal's `<header>` must not be a banner landmark of the page.
        attributes: { header: { role: 'presentation' } },
        transitionProps: motion,
        // No backdrop blur, which took 60 ms instead of 2 ms per frame without a GPU.
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': 'Fechar' },
      },
      styles: {
        header: { background: 'var(--surface)' },
        content: { background: 'var(--surface)' },
        title: { fontWeight: 620, fontSize: '1.0625rem', lineHeight: 1.35, textWrap: 'pretty' },
      },
    },
    // Menus are popovers too.
    Popover: { defaultProps: { transitionProps: motion } },
    SpotlightRoot: { defaultProps: { transitionProps: motion } },
    Notification: {
      styles: { root: { background: 'var(--surface)', boxShadow: 'var(--shadow-high)' } },
    },
  },
})

const themeColors = {
  '--mantine-color-body': 'var(--surface-page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-placeholder': 'var(--text-muted)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-petrol-filled': 'var(--accent-fill)',
  '--mantine-color-petrol-filled-hover': 'var(--accent-fill-hover)',
  '--mantine-color-petrol-light': 'var(--accent-soft)',
  '--mantine-color-petrol-light-hover': 'var(--accent-soft)',
  '--mantine-color-petrol-light-color': 'var(--accent-text)',
  '--mantine-color-petrol-outline': 'var(--accent-text)',
  '--mantine-color-petrol-text': 'var(--accent-text)',
  '--mantine-color-yellow-filled': 'var(--attention)',
  '--mantine-color-yellow-light': 'var(--attention-soft)',
  '--mantine-color-yellow-light-color': 'var(--attention-text)',
  '--mantine-color-yellow-text': 'var(--attention-text)',
}

/** Maps Mantine's colour variables to those of `theme.css`, which defines both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: themeColors,
  dark: themeColors,
})
