import type { SleeveColours } from '#contract/art/colours.ts'
import { ground } from './brand.ts'
import { contrast } from './contrast.ts'
import { dark } from './palette.ts'

/** A ground in the colours of a sleeve, the same in both themes, with the colours on it. */
interface SleeveTint {
  /** The gradient of the ground, from the upper corner to the lower. */
  from: string
  to: string
  /** Below a pressed or hovered control. */
  hover: string
  line: string
  quiet: string
  /** A filled button and its text. */
  fill: string
  on: string
}

/** Text colours in the dark theme that are used on every tint. */
export const tintTexts: readonly string[] = [
  dark.text.main,
  dark.side.a.text,
  dark.side.b.text,
  dark.swag.text,
  dark.danger.text,
]

/** Mixes two `#rrggbb` colours; `share` is that of the first one, 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number]
    return Math.round(a * share + b * (1 - share))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

const READABLE = 4.5
/** How much of the sleeve's dark colour the ground has, at most. */
const STRONGEST = 0.8
const WHITE = '#ffffff'
const BLACK = '#000000'

/** Returns the first mix, from `start` in 5 % steps, that satisfies the condition. */
function search(one: string, other: string, start: number, step: number, isGood: (colour: string) => boolean): string {
  for (let share = start; share >= 0 && share <= 1; share += step) {
    const colour = mix(one, other, share)
    if (isGood(colour)) return colour
  }
  throw new Error(`No mix of ${one} and ${other} can be read`)
}

/**
 * Returns the sleeve tint: as much of its dark colour as leaves every text readable (4.5:1), also
 * where a hovered control lightens the ground.
 */
export function sleeveTint({ base, deep, pale }: SleeveColours): SleeveTint {
  const lighten = (colour: string) => mix(WHITE, colour, 0.08)
  const isReadable = (colour: string) => tintTexts.every((text) => contrast(text, lighten(colour)) >= READABLE)
  const from = search(deep, ground.dark, STRONGEST, -0.05, isReadable)
  const hover = lighten(from)
  return {
    from,
    to: mix(from, ground.dark, 0.6),
    hover,
    line: mix(WHITE, from, 0.16),
    quiet: search(pale, from, 0.65, 0.05, (colour) => contrast(colour, hover) >= READABLE),
    fill: base,
    on: search(deep, BLACK, 1, -0.05, (colour) => contrast(base, colour) >= READABLE),
  }
}
