import type { PictureFile } from './picture-file.ts'

/** `RIFF`, the remaining length, `WEBP`. */
const START = 12
/** Type and length before a chunk's data. The data are padded to an even length. */
const CHUNK_START = 8
const EXTENDED_LENGTH = 10
const HAS_ALPHA = 0x10

interface Chunk {
  readonly type: string
  readonly data: Buffer
}
interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Reads a still WebP, removing its metadata (Exif, XMP, colour profile). Returns undefined if it is
 * invalid or animated.
 */
export function readWebp(file: Buffer): PictureFile | undefined {
  const chunks = readChunks(file)
  const frames = chunks?.filter(({ type }) => type === 'VP8 ' || type === 'VP8L') ?? []
  const [frame] = frames
  const size = frame && readSize(frame)
  if (chunks === undefined || size === undefined || frames.length !== 1) return undefined
  if (chunks.some(({ type }) => type === 'ANIM' || type === 'ANMF')) return undefined
  const alpha = chunks.filter(({ type }) => type === 'ALPH')
  const [first] = chunks
  const stored = first?.type === 'VP8X' ? addExtendedHeader(first, size, [...alpha, ...frames]) : frames
  return stored && { type: 'image/webp', ...size, bytes: joinChunks(stored) }
}

function readChunks(file: Buffer): readonly Chunk[] | undefined {
  const end = CHUNK_START + file.readUInt32LE(4)
  if (end > file.length) return undefined
  const chunks: Chunk[] = []
  for (let at = START; at < end; ) {
    if (at + CHUNK_START > end) return undefined
    const length = file.readUInt32LE(at + 4)
    const data = file.subarray(at + CHUNK_START, at + CHUNK_START + length)
    if (data.length !== length || at + CHUNK_START + length > end) return undefined
    chunks.push({ type: file.toString('latin1', at, at + 4), data })
    at += CHUNK_START + length + (length % 2)
  }
  return chunks
}

const readSize = ({ type, data }: Chunk): Size | undefined => (type === 'VP8L' ? losslessSize(data) : lossySize(data))

/**
 * Reads the size from a key frame: three bytes, a start code, then width and height in 14 bits
 * each, below two scaling bits.
 */
function lossySize(data: Buffer): Size | undefined {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a || ((data[0] ?? 1) & 1) !== 0) return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

/** Reads the size from a signature followed by width and height minus one, in 14 bits each. */
function losslessSize(data: Buffer): Size | undefined {
  if (data.length < 5 || data[0] !== 0x2f) return undefined
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/**
 * Adds a header that declares only transparency. Returns undefined if the canvas and frame sizes
 * differ.
 */
function addExtendedHeader(header: Chunk, size: Size, rest: readonly Chunk[]): readonly Chunk[] | undefined {
  if (header.data.length !== EXTENDED_LENGTH) return undefined
  const canvas = { width: header.data.readUIntLE(4, 3) + 1, height: header.data.readUIntLE(7, 3) + 1 }
  if (canvas.width !== size.width || canvas.height !== size.height) return undefined
  const data = Buffer.from(header.data)
  data.fill(0, 0, 4)
  data[0] = (header.data[0] ?? 0) & HAS_ALPHA
  return [{ type: 'VP8X', data }, ...rest]
}

function joinChunks(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return [Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)]
  })
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const start = Buffer.from('RIFF\0\0\0\0', 'latin1')
  start.writeUInt32LE(body.length, 4)
  return Buffer.concat([start, body])
}
