import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { aPng, pngChunk } from '#tests/support/pictures/png.ts'
import { hasPixels } from './has-pixels.ts'
import { readPicture } from './read-picture.ts'

const made = (name: string) => readFileSync(join(import.meta.dirname, '../../../tests/support/pictures', name))
const isShown = (file: Buffer) => {
  const picture = readPicture(file)
  return picture === undefined ? undefined : hasPixels(picture)
}

/** A PNG with the given header and data. */
function pngOf(header: readonly number[], data: Buffer, more: readonly Buffer[] = []): Buffer {
  const start = Buffer.alloc(13)
  start.writeUInt32BE(64, 0)
  start.writeUInt32BE(64, 4)
  start.set(header, 8)
  const chunks = [pngChunk('IHDR', start), ...more, pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}
const RGB = [8, 2, 0, 0, 0]
const rows = (bytes: number, count = 64, filter = 0) =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.from([filter, ...Array<number>(bytes).fill(7)])))

test.each(['canvas.jpg', 'canvas.png', 'canvas.webp', 'lossless.webp', 'alpha.webp'])(
  '%s can be shown',
  async (name) => {
    expect(await isShown(made(name))).toBe(true)
  },
)

describe('complete PNGs', () => {
  test.each([
    ['of one colour', aPng(64)],
    ['of one bit', pngOf([1, 0, 0, 0, 0], deflateSync(rows(8)))],
    ['of 16 bits with transparency', pngOf([16, 6, 0, 0, 0], deflateSync(rows(512)))],
    ['with a palette', pngOf([8, 3, 0, 0, 0], deflateSync(rows(64)), [pngChunk('PLTE', Buffer.alloc(768))])],
    ['in seven passes', pngOf([8, 0, 0, 0, 1], deflateSync(interlaced()))],
  ])('a PNG %s can be shown', async (_, file) => {
    expect(await isShown(file)).toBe(true)
  })

  /** 64 x 64 one-byte pixels in Adam7. */
  function interlaced(): Buffer {
    const passes = [
      [8, 8],
      [8, 8],
      [16, 8],
      [16, 16],
      [32, 16],
      [32, 32],
      [64, 32],
    ] as const
    return Buffer.concat(passes.map(([bytes, count]) => rows(bytes, count)))
  }
})

describe('broken PNGs', () => {
  const text = Buffer.from('<script>alert(1)</script>')
  test.each([
    ['with data other than zlib', pngOf(RGB, Buffer.from('alert(1)'))],
    ['with 80 MB behind 64 x 64 pixels', pngOf(RGB, deflateSync(Buffer.alloc(80_000_000)))],
    ['with a row too few', pngOf(RGB, deflateSync(rows(192, 63)))],
    ['with truncated data', pngOf(RGB, deflateSync(rows(192)).subarray(0, -6))],
    ['with text behind its data', pngOf(RGB, Buffer.concat([deflateSync(rows(192)), text]))],
    ['with an unknown filter', pngOf(RGB, deflateSync(rows(192, 64, 5)))],
    ['with a depth that its colours cannot have', pngOf([4, 2, 0, 0, 0], deflateSync(rows(96)))],
    ['of an unknown compression', pngOf([8, 2, 1, 0, 0], deflateSync(rows(192)))],
    ['without its palette', pngOf([8, 3, 0, 0, 0], deflateSync(rows(64)))],
  ])('a PNG %s cannot be shown', async (_, file) => {
    expect(await isShown(file)).toBe(false)
  })
})

describe('broken JPEGs', () => {
  const file = readPicture(made('canvas.jpg'))?.bytes ?? Buffer.alloc(0)
  /** Changes the byte at `offset` from the first marker with its kind. */
  const changed = (marker: number, offset: number, value: number) => {
    const copy = Buffer.from(file)
    copy[copy.indexOf(Buffer.from([0xff, marker])) + offset] = value
    return copy
  }
  const without = (marker: number) => {
    const at = file.indexOf(Buffer.from([0xff, marker]))
    return Buffer.concat([file.subarray(0, at), file.subarray(at + 2 + file.readUInt16BE(at + 2))])
  }
  test.each([
    ['without a quantisation table', without(0xdb)],
    ['without a Huffman table', without(0xc4)],
    ['with samples of 12 bits', changed(0xc0, 4, 12)],
    ['with a sampling of 0', changed(0xc0, 11, 0)],
    ['with a Huffman table of too many codes', changed(0xc4, 5, 3)],
    ['with a scan of an unknown component', changed(0xda, 5, 99)],
    ['with an empty scan', Buffer.concat([file.subarray(0, endOfHeader()), Buffer.from([1, 0xff, 0xd9])])],
  ])('a JPEG %s cannot be shown', async (_, broken) => {
    expect(await isShown(broken)).not.toBe(true)
  })

  function endOfHeader() {
    const at = file.indexOf(Buffer.from([0xff, 0xda]))
    return at + 2 + file.readUInt16BE(at + 2)
  }
})

describe('broken WebPs', () => {
  const changed = (name: string, type: string, offset: number, change: (byte: number) => number) => {
    const copy = Buffer.from(readPicture(made(name))?.bytes ?? Buffer.alloc(0))
    const at = copy.indexOf(type) + 8 + offset
    copy[at] = change(copy[at] ?? 0)
    return copy
  }
  test.each([
    ['with a hidden frame', changed('canvas.webp', 'VP8 ', 0, (byte) => byte & ~16)],
    ['with a first partition longer than the file', changed('canvas.webp', 'VP8 ', 2, () => 255)],
    ['of an unknown profile', changed('canvas.webp', 'VP8 ', 0, (byte) => byte | 8)],
    ['of an unknown lossless version', changed('lossless.webp', 'VP8L', 4, (byte) => byte | 0x20)],
    ['with transparency of an unknown kind', changed('alpha.webp', 'ALPH', 0, (byte) => byte | 0xc0)],
  ])('a WebP %s cannot be shown', async (_, broken) => {
    expect(await isShown(broken)).toBe(false)
  })
})
