import { brand, ground } from './brand.ts'

/**
 * Every raw colour in Flipside, by role. theme.css.ts turns the two themes into CSS variables,
 * contrast.test.ts checks each text and ground pair in use. Tints are a side's colour mixed into
 * the ground (16 or 20 %), written out.
 */
export interface SideColours {
  /** Buttons, bubbles, icons, selected borders. */
  fill: string
  fillHover: string
  /** Text on `fill` and `fillHover`. */
  on: string
  /** Text in the side's colour on ground or raised. */
  text: string
  /** A quiet background in the side's colour. */
  tint: string
  /** Text in the side's colour on `tint`. */
  onTint: string
}

export interface ThemeColours {
  surface: { ground: string; raised: string; hover: string; line: string; backdrop: string }
  text: { main: string; quiet: string; quietOnTint: string }
  side: { a: SideColours; b: SideColours }
  swag: { text: string; tint: string; onTint: string }
  danger: SideColours
  focus: string
}

export const dark: ThemeColours = {
  surface: { ground: ground.dark, raised: '#1a1920', hover: '#24222c', line: '#2b2933', backdrop: '#000000b3' },
  text: { main: '#f6f2ea', quiet: '#a49fae', quietOnTint: '#b9b4c2' },
  side: {
    a: {
      fill: brand.a,
      fillHover: '#ff9164',
      on: '#200f06',
      text: '#ff7a45',
      tint: '#40241e',
      onTint: '#ff7a45',
    },
    b: {
      fill: brand.b,
      fillHover: '#79dcd1',
      on: '#06231f',
      text: '#5ad1c4',
      tint: '#1f3637',
      onTint: '#5ad1c4',
    },
  },
  swag: { text: '#ffc857', tint: '#362d1f', onTint: '#ffc857' },
  danger: {
    fill: '#ff6b7d',
    fillHover: '#ff8794',
    on: '#2a070d',
    text: '#ff8a96',
    tint: '#3c1e26',
    onTint: '#ff9aa5',
  },
  focus: '#f6f2ea',
}

export const light: ThemeColours = {
  surface: { ground: ground.light, raised: '#fffaf1', hover: '#f2e9da', line: '#e2d8c6', backdrop: '#1d1a2299' },
  text: { main: '#1d1a22', quiet: '#6d6675', quietOnTint: '#575160' },
  side: {
    // As text on the background the fill reaches only 4.3:1, so text is a shade darker.
    a: {
      fill: '#c8440f',
      fillHover: '#b03a0b',
      on: '#fffaf1',
      text: '#b63d0d',
      tint: '#eed4c2',
      onTint: '#a0350a',
    },
    b: {
      fill: '#0f7f76',
      fillHover: '#0c6a62',
      on: '#fffaf1',
      text: '#0c6e66',
      tint: '#d0ddd2',
      onTint: '#0b625b',
    },
  },
  swag: { text: '#8a5f00', tint: '#e4d8c0', onTint: '#6f4c00' },
  danger: {
    fill: '#b3261e',
    fillHover: '#9c1f18',
    on: '#fffaf1',
    text: '#b3261e',
    tint: '#efd3c8',
    onTint: '#951c16',
  },
  focus: '#1d1a22',
}

/** A band in the exploration chart: gradient, text colour, and colours for a mark and its text. */
interface BandColours {
  from: string
  to: string
  ink: string
  mark: string
  onMark: string
}

/** The five bands in the exploration chart, from the beach down. The same in both themes. */
export const depthBands: readonly BandColours[] = [
  { from: '#f9dda8', to: '#fec26a', ink: '#4a3010', mark: '#e0b878', onMark: '#3a2408' },
  { from: '#fbb35c', to: '#5fbcc8', ink: '#16343c', mark: '#9db49a', onMark: '#0f2b33' },
  { from: '#3478a4', to: '#30519b', ink: '#ffffff', mark: '#2a4a80', onMark: '#ffffff' },
  { from: '#294288', to: '#142058', ink: '#e9ecf7', mark: '#182757', onMark: '#ffffff' },
  { from: '#101942', to: '#06080f', ink: '#dfe2ee', mark: '#1d2542', onMark: '#ffffff' },
]
/** The current user's mark on the exploration chart, in every band. */
export const ownMark = { mark: '#fffaf1', onMark: '#1d1a22' }
