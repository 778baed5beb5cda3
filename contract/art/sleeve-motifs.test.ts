import { expect, test } from 'vitest'
import { sleevePalettes } from './colours.ts'
import { motifs } from './sleeve-art.ts'
import { drawSleeve } from './sleeve-motifs.ts'

const [colours] = sleevePalettes
if (colours === undefined) throw new Error('There is no palette')

// A scrolling feed lays out and paints every element in every sleeve.
test.each(motifs)('%s are a few elements, with short numbers', (motif) => {
  for (const shift of [0, 1 / 3, 0.61, 1]) {
    const drawn = drawSleeve({ motif, colours, shift })
    expect(drawn.length).toBeLessThanOrEqual(6)
    expect(JSON.stringify(drawn)).not.toMatch(/\.\d{3}/)
  }
})
