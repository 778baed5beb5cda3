import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sleeveArt } from '#contract/art/sleeve-art.ts'
import { dark } from '#src/ui/palette.ts'
import type { Drawing } from '../preview.ts'
import { colours, drawPicture } from './draw-picture.ts'
import { drawText, toDrawable } from './draw-text.ts'

const record = (title: string): Drawing => ({
  layout: 'record',
  label: 'Track',
  sleeve: { artist: 'Lamplight Parade', title: 'Night Bus' },
  lines: [title, 'Lamplight Parade'],
})

test('the colours are those of the dark theme', () => {
  expect(colours).toEqual({
    ground: dark.surface.ground,
    text: dark.text.main,
    quiet: dark.text.quiet,
    swag: dark.swag.text,
    a: dark.side.a.text,
    tints: [dark.side.a.tint, dark.side.b.tint],
  })
})

test('the same drawing is the same file, with the sleeve that the app draws', async () => {
  const picture = await drawPicture(record('Night Bus'))
  expect(await drawPicture(record('Night Bus'))).toEqual(picture)
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  expect(at(4, 4)).toEqual([0x10, 0x0f, 0x14])
  const { base, deep, pale } = sleeveArt('Lamplight Parade', 'Night Bus').colours
  const sampled = Array.from({ length: 900 }, (_, n) => at(90 + 12 * (n % 30), 130 + 12 * Math.floor(n / 30)))
  const ofSleeve = sampled.filter((rgb) => [base, deep, pale].includes(`#${Buffer.from(rgb).toString('hex')}`))
  expect(ofSleeve.length / sampled.length).toBeGreaterThan(0.9)
})

test.each(['Night Bus', 'Привет', 'Ελλάδα', 'שלום', 'مرحبا', '夜に駆ける', '봄날'])(
  '%s has glyphs of its own',
  async (text) => {
    const style = { size: 40, colour: '#fff', width: 600, height: 200 }
    const drawn = await drawText(text, style)
    const others = await drawText(Array.from(text).toReversed().join(''), style)
    expect(drawn?.raw.width).toBeGreaterThan(20)
    expect(drawn?.input).not.toEqual(others?.input)
  },
)

test('emoji and scripts without glyphs are left out, rather than drawn as boxes', async () => {
  expect(toDrawable('Party 🎉 🇫🇷 👩‍👩‍👧 time')).toBe('Party time')
  expect(toDrawable('ฉันรักเธอ')).toBe('')
  expect(toDrawable('🎉 !')).toBe('')
  expect(await drawText('ฉัน', { size: 40, colour: '#fff', width: 600, height: 200 })).toBeUndefined()
  expect((await drawPicture(record('ฉันรักเธอ'))).length).toBeGreaterThan(1_000)
})

test('a picture of a member that cannot be decoded is replaced by the letter', async () => {
  const drawing: Drawing = { layout: 'member', name: 'ada', picture: 'x', lines: ['ada', '3 swag'] }
  const letter = await drawPicture(drawing)
  expect(await drawPicture(drawing, Buffer.from('no picture'))).toEqual(letter)
  const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  expect(await drawPicture(drawing, red)).not.toEqual(letter)
})

test('text that looks like markup is drawn as text', async () => {
  const style = { size: 40, colour: '#fff', width: 900, height: 200 }
  const drawn = await drawText('<span foreground="#f00">a</span> & b', style)
  const plain = await drawText('a & b', style)
  expect(drawn?.raw.width).toBeGreaterThan((plain?.raw.width ?? 0) * 3)
})
