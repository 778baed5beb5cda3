// The drawings' colours, the same in both themes and in the pictures that the server draws.

/** A sleeve's colours in both themes: `base` fills, `deep` shades, `pale` highlights. */
export interface SleeveColours {
  base: string
  deep: string
  pale: string
}

/** The eight sleeve palettes. Their order must not change: it decides every cover's colours. */
export const sleevePalettes: readonly SleeveColours[] = [
  { base: '#ffc857', deep: '#7a1f3d', pale: '#fff1d0' },
  { base: '#8e7dff', deep: '#1b1440', pale: '#ffb3c7' },
  { base: '#5ad1c4', deep: '#13324a', pale: '#f6efd8' },
  { base: '#f2476a', deep: '#0b3c49', pale: '#ffe3b0' },
  { base: '#b8e36b', deep: '#1d3d33', pale: '#fdf6d8' },
  { base: '#ff7a45', deep: '#2b1a3f', pale: '#ffe2cc' },
  { base: '#6fb3ff', deep: '#10245c', pale: '#ffd39a' },
  { base: '#ffb3c7', deep: '#5b1a4a', pale: '#fff4ea' },
]

/** The backgrounds of generated avatars, and the letter's colour on all of them. */
export const avatarColours: readonly string[] = [
  '#b8e36b',
  '#8e7dff',
  '#5ad1c4',
  '#ffc857',
  '#ff8f6b',
  '#ffb3c7',
  '#7cbcff',
  '#d9a5f5',
]
export const avatarInk = '#1b1924'

/** The black record, its grooves, and the hole in its label. */
export const vinyl = { disc: '#0a0a0c', groove: '#3a3744', edge: '#5d596b', label: '#ffc857', hole: '#0a0a0c' }
