import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sleevePalettes } from './palette.ts'
import { motifs } from './sleeve-art.ts'
import { drawMotif } from './sleeve-motifs.tsx'

const [colours] = sleevePalettes
if (colours === undefined) throw new Error('There is no palette')

// A scrolling feed lays out and paints every element of every sleeve.
test.each(motifs)('%s are a few elements, with short numbers', (motif) => {
  for (const shift of [0, 1 / 3, 0.61, 1]) {
    const drawn = renderToStaticMarkup(drawMotif[motif](colours, shift))
    expect(drawn.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(6)
    expect(drawn).not.toMatch(/\.\d{3}/)
  }
})
