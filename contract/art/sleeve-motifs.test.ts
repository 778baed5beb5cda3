import { expect, test } from 'vitest'
import { sleevePalettes } from './colours.ts'
import { motifs } from './sleeve-art.ts'
import { drawMotif, type Shape } from './sleeve-motifs.ts'

const [colours] = sleevePalettes
if (colours === undefined) throw new Error('There is no palette')

const count = (shapes: readonly Shape[]): number =>
  shapes.reduce((sum, [, , inside = []]) => sum + 1 + count(inside), 0)

// A scrolling feed lays out and paints every element of every sleeve.
test.each(motifs)('%s are a few elements, with short numbers', (motif) => {
  for (const shift of [0, 1 / 3, 0.61, 1]) {
    const drawn = drawMotif[motif](colours, shift)
    expect(count(drawn)).toBeLessThanOrEqual(6)
    expect(JSON.stringify(drawn)).not.toMatch(/\.\d{3}/)
  }
})
