const END = 0xd9
const SCAN = 0xda
const QUANTISATION = 0xdb
const HUFFMAN = 0xc4
const PROGRESSIVE = 0xc2
const FRAMES = new Set([0xc0, 0xc1, PROGRESSIVE])

interface Component {
  readonly blocks: number
  readonly quantisation: number
}

interface Frame {
  readonly isProgressive: boolean
  readonly components: ReadonlyMap<number, Component>
}

/**
 * Returns whether the tables and headers in a JPEG from `readJpeg` suffice for a decoder: tables
 * are complete, every referenced table exists, components belong to the frame, and a sequential
 * scan has at least two bits for each block. Does not decode the coded data.
 */
export function isJpegComplete(file: Buffer): boolean {
  const tables = { quantisation: new Set<number>(), huffman: new Set<number>() }
  let frame: Frame | undefined
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1] ?? END
    if (marker === END) return true
    const end = at + 2 + file.readUInt16BE(at + 2)
    const segment = file.subarray(at + 4, end)
    if (FRAMES.has(marker)) frame = readFrame(segment, marker)
    const next = marker === SCAN ? findEndOfScan(file, end) : end
    if (FRAMES.has(marker) && frame === undefined) return false
    if (marker === QUANTISATION && !readQuantisation(segment, tables.quantisation)) return false
    if (marker === HUFFMAN && !readHuffman(segment, tables.huffman)) return false
    if (marker === SCAN && !isScanComplete(segment, frame, tables, next - end)) return false
    at = next
  }
  return file[file.length - 2] === 0xff && file[file.length - 1] === END
}

/**
 * Reads a frame header: 8-bit samples; one, three or four components; sampling factors from 1 to 4.
 * Returns undefined if it is invalid.
 */
function readFrame(segment: Buffer, marker: number): Frame | undefined {
  const [precision, , , , , count = 0] = segment
  if (precision !== 8 || ![1, 3, 4].includes(count) || segment.length !== 6 + 3 * count) return undefined
  const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)]
  const parts = Array.from({ length: count }, (_, place) => segment.subarray(6 + 3 * place, 9 + 3 * place))
  const factors = parts.map((part) => ({ x: (part[1] ?? 0) >> 4, y: (part[1] ?? 0) & 15 }))
  if (factors.some(({ x, y }) => x < 1 || x > 4 || y < 1 || y > 4)) return undefined
  const [maxX, maxY] = [Math.max(...factors.map((it) => it.x)), Math.max(...factors.map((it) => it.y))]
  const components = new Map<number, Component>()
  for (const [place, [id = 0, , quantisation = 0]] of parts.entries()) {
    const { x, y } = factors[place] ?? { x: 1, y: 1 }
    const blocks = Math.ceil((width * x) / maxX / 8) * Math.ceil((height * y) / maxY / 8)
    components.set(id, { blocks, quantisation })
  }
  return components.size === count ? { isProgressive: marker === PROGRESSIVE, components } : undefined
}

function readQuantisation(segment: Buffer, tables: Set<number>): boolean {
  let at = 0
  while (at < segment.length) {
    const [precision, id] = [(segment[at] ?? 0) >> 4, (segment[at] ?? 0) & 15]
    if (precision > 1 || id > 3) return false
    tables.add(id)
    at += 1 + 64 * (precision + 1)
  }
  return at === segment.length
}

/**
 * Reads Huffman tables: the code count per length from 1 to 16 bits, at most 256 codes in total,
 * then their values.
 */
function readHuffman(segment: Buffer, tables: Set<number>): boolean {
  let at = 0
  while (at < segment.length) {
    const id = segment[at] ?? 0
    const counts = segment.subarray(at + 1, at + 17)
    if (id >> 4 > 1 || (id & 15) > 3 || counts.length < 16) return false
    const codes = counts.reduce((sum, count) => sum + count, 0)
    const space = counts.reduce((sum, count, place) => sum + count * 2 ** (15 - place), 0)
    if (codes === 0 || codes > 256 || space > 2 ** 16) return false
    tables.add(id)
    at += 17 + codes
  }
  return at === segment.length
}

interface Tables {
  readonly quantisation: ReadonlySet<number>
  /** The table class (0 for DC, 16 for AC) plus the table number. */
  readonly huffman: ReadonlySet<number>
}

function isScanComplete(segment: Buffer, frame: Frame | undefined, tables: Tables, bytes: number): boolean {
  const count = segment[0] ?? 0
  if (frame === undefined || count < 1 || count > 4 || segment.length !== 4 + 2 * count) return false
  const [first = 0, last = 0, approximation = 0] = segment.subarray(1 + 2 * count)
  let blocks = 0
  for (let place = 0; place < count; place++) {
    const component = frame.components.get(segment[1 + 2 * place] ?? -1)
    const used = segment[2 + 2 * place] ?? 0
    if (component === undefined || !tables.quantisation.has(component.quantisation)) return false
    // A progressive scan refines DC without a table, and codes either DC or AC.
    const needsDc = frame.isProgressive ? first === 0 && approximation >> 4 === 0 : true
    const needsAc = frame.isProgressive ? last > 0 : true
    if (needsDc && !tables.huffman.has(used >> 4)) return false
    if (needsAc && !tables.huffman.has(16 + (used & 15))) return false
    blocks += component.blocks
  }
  return bytes > 0 && (frame.isProgressive || bytes >= Math.floor((blocks * 2) / 8))
}

/**
 * Returns the offset of the marker after a scan's coded data, in which FF is followed by 00 or a
 * restart marker.
 */
export function findEndOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}
