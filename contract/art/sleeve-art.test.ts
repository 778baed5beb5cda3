import { expect, test } from 'vitest'
import { sleevePalettes } from './colours.ts'
import { motifs, type SleeveArt, sleeveArt } from './sleeve-art.ts'

const manyTracks = Array.from({ length: 600 }, (_, at) => sleeveArt(`Artist ${at % 40}`, `Track ${at}`))

const share = (matches: (art: SleeveArt) => boolean) => manyTracks.filter(matches).length / manyTracks.length

test('a track keeps its cover: these stay as they were on the first day', () => {
  const covers = [sleeveArt('Lamplight Parade', 'Night Bus'), sleeveArt('Ada & the Engines', 'Paper Moons')]
  expect(covers.map((art) => `${art.motif} in ${art.colours.base}, ${art.mirrored ? 'mirrored' : 'as drawn'}`)).toEqual(
    ['rings in #5ad1c4, as drawn', 'sun in #8e7dff, mirrored'],
  )
})

test('case, outer and doubled white space and the encoding of accents do not change a cover', () => {
  const cover = sleeveArt('Ada & the Engines', 'Café Moons')
  expect(sleeveArt('  ADA  & THE engines ', 'cafe\u0301   moons')).toEqual(cover)
})

test('artist and title are kept apart: "a b" by "c" is not "a" by "b c"', () => {
  expect(sleeveArt('c', 'a b')).not.toEqual(sleeveArt('b c', 'a'))
})

test('all six drawings and all eight palettes turn up, none far too often', () => {
  for (const motif of motifs) {
    const ofMotif = share((art) => art.motif === motif)
    expect(ofMotif).toBeGreaterThan(0.1)
    expect(ofMotif).toBeLessThan(0.25)
  }
  for (const palette of sleevePalettes) {
    const ofPalette = share((art) => art.colours === palette)
    expect(ofPalette).toBeGreaterThan(0.06)
    expect(ofPalette).toBeLessThan(0.2)
  }
})

test('every drawing comes with every palette', () => {
  const pairs = new Set(manyTracks.map((art) => `${art.motif} ${art.colours.base}`))
  expect(pairs.size).toBe(motifs.length * sleevePalettes.length)
})

test('an empty artist still has a cover', () => {
  expect(motifs).toContain(sleeveArt('', '').motif)
})
