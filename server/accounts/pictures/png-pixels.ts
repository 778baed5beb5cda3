import { type InflateRaw, inflate, type ZlibOptions } from 'node:zlib'

/** The samples per pixel and the allowed bit depths, by colour type (PNG, 11.2.2). */
const COLOURS: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
const PALETTE = 3
/** Adam7: each pass's first column and row, and the steps to the next ones. */
const INTERLACED = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const WHOLE = [[0, 0, 1, 1]] as const
const MAX_FILTER = 4
const HEADER_AT = 16

/**
 * Returns whether the pixel data in a PNG from `readPng` inflate to exactly the rows that its
 * header describes, with no bytes after them. Inflates at most that many bytes: the caller has
 * limited the width and the height.
 */
export async function hasPngPixels(file: Buffer): Promise<boolean> {
  const rows = readRows(file)
  if (rows === undefined) return false
  const { data, hasPalette } = readChunks(file)
  if (file[HEADER_AT + 9] === PALETTE && !hasPalette) return false
  const expected = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0)
  const pixels = await inflateAtMost(data, expected)
  return pixels?.length === expected && areFiltersKnown(pixels, rows)
}

/** Rows with equal length. Each begins with its filter byte. */
interface Rows {
  readonly count: number
  readonly bytes: number
}

function readRows(file: Buffer): readonly Rows[] | undefined {
  const [width, height] = [file.readUInt32BE(HEADER_AT), file.readUInt32BE(HEADER_AT + 4)]
  const [depth = 0, type = -1, compression, filter, interlace] = file.subarray(HEADER_AT + 8, HEADER_AT + 13)
  const colour = COLOURS[type]
  if (colour?.depths.includes(depth) !== true) return undefined
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return undefined
  return (interlace === 1 ? INTERLACED : WHOLE).flatMap(([x, y, stepX, stepY]) => {
    const columns = Math.ceil((width - x) / stepX)
    const count = Math.ceil((height - y) / stepY)
    return columns > 0 && count > 0 ? [{ count, bytes: 1 + Math.ceil((columns * colour.samples * depth) / 8) }] : []
  })
}

function readChunks(file: Buffer): { readonly data: Buffer; readonly hasPalette: boolean } {
  const data: Buffer[] = []
  let hasPalette = false
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length))
    if (type === 'PLTE') hasPalette = length >= 3 && length <= 768 && length % 3 === 0
    at += 12 + length
  }
  return { data: Buffer.concat(data), hasPalette }
}

/**
 * Inflates at most `maxBytes`. Resolves to undefined if there is more, if the data are not zlib, or
 * if bytes follow them.
 */
function inflateAtMost(data: Buffer, maxBytes: number): Promise<Buffer | undefined> {
  const options: ZlibOptions = { maxOutputLength: maxBytes, info: true }
  return new Promise((resolve) => {
    inflate(data, options, (error, result) => {
      if (error !== null) return resolve(undefined)
      // With `info` the result is an object, which the types do not declare.
      const { buffer, engine } = result as unknown as { buffer: Buffer; engine: InflateRaw }
      resolve(engine.bytesWritten === data.length ? buffer : undefined)
    })
  })
}

function areFiltersKnown(pixels: Buffer, rows: readonly Rows[]): boolean {
  let at = 0
  for (const { count, bytes } of rows) {
    for (let row = 0; row < count; row++, at += bytes) if ((pixels[at] ?? 0) > MAX_FILTER) return false
  }
  return true
}
