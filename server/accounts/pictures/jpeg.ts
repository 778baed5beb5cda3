import type { PictureFile } from './picture-file.ts'

const END = 0xd9
const SCAN = 0xda
const JFIF = 0xe0
const ADOBE = 0xee
/**
 * Baseline, extended and progressive: the frames that browsers support. The frame holds the size.
 */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Quantisation tables, Huffman tables, the restart interval. */
const TABLES = new Set([0xdb, 0xc4, 0xdd])
/** Application segments and comments, which hold Exif, XMP, thumbnails and locations. */
const isNote = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

const PLAIN_JFIF = Buffer.from('ffe000104a46494600010100000100010000', 'hex')
/** The Adobe segment's length, which describes only the colour encoding. */
const ADOBE_LENGTH = 16

/**
 * Reads a JPEG, removing its metadata and the bytes after its end. Returns undefined if browsers
 * cannot show it.
 */
export function readJpeg(file: Buffer): PictureFile | undefined {
  const stored: Buffer[] = [file.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasScan = false
  for (let at = 2; at + 4 <= file.length || file[at + 1] === END; ) {
    const marker = file[at + 1]
    if (file[at] !== 0xff || marker === undefined) return undefined
    if (marker === END) return size && hasScan ? toPictureFile(stored, size) : undefined
    const end = at + 2 + file.readUInt16BE(at + 2)
    const segment = file.subarray(at, end)
    if (segment.length < 4 || end > file.length) return undefined
    if (FRAMES.has(marker)) {
      if (size !== undefined || segment.length < 9) return undefined
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
    } else if (!TABLES.has(marker) && !isNote(marker) && marker !== SCAN) return undefined
    hasScan ||= marker === SCAN
    stored.push(...toStoredSegments(marker, segment))
    at = marker === SCAN ? findEndOfScan(file, end) : end
    if (marker === SCAN) stored.push(file.subarray(end, at))
  }
  return undefined
}

const toPictureFile = (stored: readonly Buffer[], size: { width: number; height: number }): PictureFile => ({
  type: 'image/jpeg',
  ...size,
  bytes: Buffer.concat([...stored, Buffer.from([0xff, END])]),
})

function toStoredSegments(marker: number, segment: Buffer): readonly Buffer[] {
  if (!isNote(marker)) return [segment]
  // The header may be followed by a thumbnail: replace it by a plain one.
  if (marker === JFIF && segment.toString('latin1', 4, 9) === 'JFIF\0') return [PLAIN_JFIF]
  const isAdobe = marker === ADOBE && segment.length === ADOBE_LENGTH && segment.toString('latin1', 4, 9) === 'Adobe'
  return isAdobe ? [segment] : []
}

/**
 * Returns the offset of the marker after a scan's coded data, in which FF is followed by 00 or a
 * restart marker.
 */
function findEndOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}
