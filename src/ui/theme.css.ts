import { assignVars, createThemeContract, globalStyle } from '@vanilla-extract/css'
import { dark, light } from './palette.ts'
import { media } from './tokens.css.ts'

const side = { fill: null, fillHover: null, on: null, text: null, tint: null, onTint: null }

/** Colours by role. `data-theme` ("dark" or "light") on <html> overrides the system. */
export const theme = createThemeContract({
  surface: { ground: null, raised: null, hover: null, line: null, backdrop: null },
  text: { main: null, quiet: null, quietOnTint: null },
  side: { a: side, b: side },
  swag: { text: null, tint: null, onTint: null },
  danger: side,
  focus: null,
})

const asDark = { vars: assignVars(theme, dark), colorScheme: 'dark' }
const asLight = { vars: assignVars(theme, light), colorScheme: 'light' }

/** A dialog has the theme's colours, also when a tinted card opens it. */
const themed = (root: string) => `${root}, ${root} dialog`

globalStyle(themed(':root'), { ...asLight, '@media': { [media.dark]: asDark } })
globalStyle(themed(':root[data-theme="light"]'), asLight)
globalStyle(themed(':root[data-theme="dark"]'), asDark)
