import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPng, pngChunk } from '#tests/support/pictures/png.ts'
import { readPicture } from './read-picture.ts'

/** Written by Chromium from a canvas with 64 x 64 pixels, each with a colour profile. */
const made = (name: string) => readFileSync(join(import.meta.dirname, '../../../tests/support/pictures', name))
const SECRET = 'Exif\0\0 taken at 52.52, 13.40 by Mirelle'

const jpegSegment = (marker: number, data: string) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(2 + data.length)
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(data, 'latin1')])
}
const jpegWith = (segment: Buffer) => {
  const file = made('canvas.jpg')
  return Buffer.concat([file.subarray(0, 2), segment, file.subarray(2)])
}
const webpWith = (type: string, data: string) => {
  const file = made('alpha.webp')
  const start = Buffer.alloc(4)
  start.writeUInt32LE(data.length)
  const chunk = Buffer.concat([Buffer.from(type), start, Buffer.from(data.padEnd(data.length + (data.length % 2)))])
  const whole = Buffer.concat([file, chunk])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

describe.each([
  ['canvas.jpg', 'image/jpeg'],
  ['canvas.png', 'image/png'],
  ['canvas.webp', 'image/webp'],
  ['lossless.webp', 'image/webp'],
  ['alpha.webp', 'image/webp'],
])('%s', (name, type) => {
  test('reading a picture retains its size and removes its colour profile', () => {
    const picture = readPicture(made(name))
    expect(picture).toMatchObject({ type, width: 64, height: 64 })
    expect(picture?.bytes.toString('latin1')).not.toMatch(/ICC_?P|Google/)
  })

  test('reading a picture again changes nothing', () => {
    const once = readPicture(made(name))
    expect(readPicture(once?.bytes ?? Buffer.alloc(0))).toEqual(once)
  })

  test('a picture truncated at any byte is rejected', () => {
    const file = readPicture(made(name))?.bytes ?? Buffer.alloc(0)
    for (let length = 0; length < file.length; length++) {
      expect([length, readPicture(file.subarray(0, length))]).toEqual([length, undefined])
    }
  })
})

describe('removal of metadata', () => {
  test.each([
    ['a JPEG with Exif', jpegWith(jpegSegment(0xe1, SECRET))],
    ['a JPEG with a comment', jpegWith(jpegSegment(0xfe, SECRET))],
    ['a JPEG with a thumbnail', jpegWith(jpegSegment(0xe0, `JFIF\0${SECRET}`))],
    ['a JPEG with IPTC', jpegWith(jpegSegment(0xed, SECRET))],
    ['a JPEG with another file behind it', Buffer.concat([made('canvas.jpg'), Buffer.from(SECRET)])],
    ['a PNG with text', aPng(64, 64, [pngChunk('tEXt', Buffer.from(SECRET))])],
    ['a PNG with Exif', aPng(64, 64, [pngChunk('eXIf', Buffer.from(SECRET))])],
    ['a PNG with another file behind it', Buffer.concat([aPng(64), Buffer.from(SECRET)])],
    ['a WebP with Exif', webpWith('EXIF', SECRET)],
    ['a WebP with XMP', webpWith('XMP ', SECRET)],
    ['a WebP with an unknown chunk', webpWith('note', SECRET)],
    ['a WebP with another file behind it', Buffer.concat([made('canvas.webp'), Buffer.from(SECRET)])],
  ])('metadata are removed from %s', (_, file) => {
    expect(file.toString('latin1')).toContain('Mirelle')
    const picture = readPicture(file)
    expect(picture).toMatchObject({ width: 64, height: 64 })
    expect(picture?.bytes.toString('latin1')).not.toContain('Mirelle')
  })
})

describe('rejected files', () => {
  const wrongSize = made('canvas.webp')
  wrongSize.writeUIntLE(1000, 24, 3)
  const wrongSum = aPng(64)
  wrongSum.writeUInt8(7, 30)
  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a GIF', Buffer.from(`GIF89a${'\0'.repeat(60)}`)],
    ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)],
    ['a page that begins like a JPEG', Buffer.from(`\xff\xd8<html>${' '.repeat(60)}</html>`, 'latin1')],
    ['a WebP that moves', webpWith('ANMF', 'x'.repeat(24))],
    ['a WebP whose header says another size than its frame', wrongSize],
    ['a PNG with a wrong checksum', wrongSum],
    ['a PNG with an unknown required chunk', aPng(64, 64, [pngChunk('ABCD', Buffer.from('x'))])],
    ['a JPEG with two frames', jpegWith(jpegSegment(0xc0, '\x08\0\x40\0\x40\x01\x01\x11\0'))],
  ])('%s is rejected', (_, file) => {
    expect(readPicture(file)).toBeUndefined()
  })
})

test('reading arbitrary bytes returns a picture or undefined and never throws', () => {
  const files = ['canvas.jpg', 'canvas.png', 'alpha.webp'].map(made)
  const change = fc.array(fc.tuple(fc.nat(1300), fc.nat(255)), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.constantFrom(...files), change, (file, changes) => {
      const changed = Buffer.from(file)
      for (const [at, value] of changes) if (at < changed.length) changed[at] = value
      const picture = readPicture(changed)
      if (picture !== undefined) expect(readPicture(picture.bytes)).toEqual(picture)
    }),
    { numRuns: 3000 },
  )
})
