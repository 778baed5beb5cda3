import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/**
 * Returns a colour rounded to `bits` per channel, so that similar colours of an edge become equal.
 */
const round = (colour: number, bits: number): number => {
  const mask = (0xff << (8 - bits)) & 0xff
  return (colour & ((mask << 24) | (mask << 16) | (mask << 8) | mask)) >>> 0
}

/**
 * Returns at most 256 groups of similar colours; each is shown as its most frequent colour, so that
 * flat areas stay exact.
 */
function findPalette(colours: Uint32Array): { bits: number; palette: Map<number, number> } {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a)
  for (let bits = 8; bits > 0; bits--) {
    const palette = new Map<number, number>()
    for (const [colour] of byCount) {
      const group = round(colour, bits)
      if (!palette.has(group)) palette.set(group, colour)
    }
    if (palette.size <= 256) return { bits, palette }
  }
  throw new Error('One bit per channel has at most 16 colours')
}

/**
 * Returns a PNG of at most 256 colours (colour type 3, PNG specification, third edition) from RGBA
 * bytes, row by row: a third of the size of a browser's screenshot.
 */
export function encodeIndexedPng(rgba: Uint8Array, width: number, height: number): Buffer {
  const view = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength)
  const colours = Uint32Array.from({ length: width * height }, (_, at) => view.getUint32(at * 4))
  const { bits, palette } = findPalette(colours)
  const shown = [...palette.values()]
  const indexOf = new Map([...palette.keys()].map((group, at) => [group, at]))

  const rows = Buffer.alloc((width + 1) * height)
  for (const [at, colour] of colours.entries()) {
    const y = Math.floor(at / width)
    rows[y * (width + 1) + 1 + (at % width)] = indexOf.get(round(colour, bits)) ?? 0
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk(
      'PLTE',
      Buffer.from(shown.flatMap((colour) => [colour >>> 24, (colour >>> 16) & 0xff, (colour >>> 8) & 0xff])),
    ),
    chunk('tRNS', Buffer.from(shown.map((colour) => colour & 0xff))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
