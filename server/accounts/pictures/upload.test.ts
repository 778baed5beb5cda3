import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PICTURE_MAX_BYTES, PICTURE_SIDES } from '#contract/accounts/pictures.ts'
import { Refusal } from '#server/http/refusal.ts'
import { aPng, pngChunk } from '#tests/support/pictures/png.ts'
import { readPictureForm } from './upload.ts'

/** Written by Chromium from a canvas with 64 x 64 pixels, each with a colour profile. */
const made = (name: string) => readFileSync(join(import.meta.dirname, '../../../tests/support/pictures', name))
const SECRET = 'Exif\0\0 taken at 52.52, 13.40 by Mirelle'

/** Reads a form with a file as its smallest size, or in place of another one. */
async function upload(file: Buffer, place: keyof typeof PICTURE_SIDES = 'sm') {
  const form = new FormData()
  for (const [size, side] of Object.entries(PICTURE_SIDES))
    form.set(size, new Blob([new Uint8Array(size === place ? file : aPng(side))]))
  const body = new Response(form)
  const bytes = Buffer.from(await body.arrayBuffer())
  return (await readPictureForm(bytes, body.headers.get('content-type') ?? undefined, 1)).files.get(place)
}

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
  const start = Buffer.alloc(4)
  start.writeUInt32LE(data.length)
  const chunk = Buffer.concat([Buffer.from(type), start, Buffer.from(data.padEnd(data.length + (data.length % 2)))])
  const whole = Buffer.concat([made('alpha.webp'), chunk])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

describe('encoding', () => {
  test.each(['canvas.jpg', 'canvas.png', 'canvas.webp', 'lossless.webp', 'alpha.webp'])(
    'the stored picture of %s is a WebP with its pixels, and without its colour profile',
    async (name) => {
      const stored = (await upload(made(name))) ?? Buffer.alloc(0)
      const { format, width, height, icc, hasAlpha } = await sharp(stored).metadata()
      expect([format, width, height, icc]).toEqual(['webp', 64, 64, undefined])
      if (name === 'alpha.webp') expect(hasAlpha).toBe(true)
      const pixels = (file: Buffer) => sharp(file).flatten().removeAlpha().toColourspace('srgb').raw().toBuffer()
      const [before, after] = await Promise.all([made(name), stored].map(pixels))
      const differences = [...(before ?? [])].map((value, at) => Math.abs(value - (after?.[at] ?? 0)))
      expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(8)
    },
  )

  test('a picture of noise is stored in a lower quality, within the limit', async () => {
    const create = { width: 512, height: 512, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } } as const
    const file = await sharp({ create: { ...create, background: '#000' } })
      .jpeg({ quality: 20 })
      .toBuffer()
    expect(file.length).toBeLessThan(PICTURE_MAX_BYTES)
    const stored = await upload(file, 'xl')
    expect(stored?.length).toBeLessThanOrEqual(PICTURE_MAX_BYTES)
  })

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
  ])('no metadata is stored from %s', async (_, file) => {
    expect(file.toString('latin1')).toContain('Mirelle')
    const stored = await upload(file)
    expect(stored?.toString('latin1')).toMatch(/^RIFF/)
    expect(stored?.toString('latin1')).not.toContain('Mirelle')
  })
})

/** A PNG of 64 x 64 pixels with the given data. */
function pngOf(data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(64, 0)
  header.writeUInt32BE(64, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}
const rows = (count: number) => Buffer.alloc(count * 193)

describe('rejected pictures', () => {
  /** Two frames, black and white: equal ones are written as one. */
  const moving = () =>
    sharp(Buffer.alloc(64 * 128 * 3).fill(255, 64 * 64 * 3), {
      raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
    })
  const complete = made('canvas.jpg')
  test.each([
    ['an empty file', () => Buffer.alloc(0)],
    ['a GIF', () => sharp(aPng(64)).gif().toBuffer()],
    ['an SVG', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)],
    ['a page that begins like a JPEG', () => Buffer.from(`\xff\xd8<html>${' '.repeat(60)}</html>`, 'latin1')],
    ['a page behind the first bytes of a JPEG', () => Buffer.from(`\xff\xd8\xff<html></html>`, 'latin1')],
    ['a WebP that moves', () => moving().webp({ loop: 0, delay: 100 }).toBuffer()],
  ])('%s is rejected', async (_, make) => {
    const error = 'sm must be a JPEG, PNG or WebP picture that does not move.'
    await expect(upload(await make())).rejects.toThrow(error)
  })

  test.each([
    ['a PNG with data other than zlib', pngOf(Buffer.from('alert(1)'))],
    ['a PNG with a row too few', pngOf(deflateSync(rows(63)))],
    ['a PNG with truncated data', pngOf(deflateSync(rows(64)).subarray(0, -6))],
    ['a JPEG without its scan', complete.subarray(0, complete.indexOf(Buffer.from([0xff, 0xda])))],
    ['half a WebP', made('lossless.webp').subarray(0, 600)],
  ])('%s is rejected', async (_, file) => {
    await expect(upload(file)).rejects.toThrow(/^sm (?:is broken|must be a JPEG)/)
  })

  test('80 MB behind 64 x 64 pixels are not decoded', async () => {
    const file = pngOf(deflateSync(Buffer.alloc(80_000_000)))
    const before = process.memoryUsage().rss
    await upload(file).catch((error: unknown) => error)
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
  })

  test('beyond 16 waiting pictures an upload is refused, to be sent again later', async () => {
    const results = await Promise.all(
      Array.from({ length: 40 }, () => upload(aPng(64)).catch((error: unknown) => error)),
    )
    const refused = results.filter((result) => result instanceof Refusal)
    expect(refused.map(({ status, code }) => [status, code])).toContainEqual([503, 'busy'])
    expect(results.filter((result) => result instanceof Buffer).length).toBeGreaterThan(0)
  })

  test('arbitrary changes of a file are stored as a WebP, or rejected with a reason', async () => {
    const files = ['canvas.jpg', 'canvas.png', 'alpha.webp'].map(made)
    const change = fc.array(fc.tuple(fc.nat(1300), fc.nat(255)), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), change, async (file, changes) => {
        const changed = Buffer.from(file)
        for (const [at, value] of changes) if (at < changed.length) changed[at] = value
        const result = await upload(changed).catch((error: unknown) => error)
        if (result instanceof Buffer) expect(result.toString('latin1', 0, 4)).toBe('RIFF')
        else expect(result).toBeInstanceOf(Refusal)
      }),
      { numRuns: 60 },
    )
  })
})
