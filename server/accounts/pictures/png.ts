import { crc32 } from 'node:zlib'
import type { PictureFile } from './picture-file.ts'

const SIGNATURE_LENGTH = 8
/** Length, type and checksum around a chunk's data, in bytes. */
const CHUNK_OVERHEAD = 12
const HEADER_LENGTH = 13
/**
 * The chunks that are stored: pixels and colours. Text, times, locations and animation are removed.
 */
const STORED_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'sRGB', 'gAMA', 'cHRM'])

/**
 * Reads a PNG, removing its metadata and the bytes after its end. Returns undefined if it is
 * invalid.
 */
export function readPng(file: Buffer): PictureFile | undefined {
  const stored: Buffer[] = [file.subarray(0, SIGNATURE_LENGTH)]
  let header: Buffer | undefined
  let hasData = false
  for (let at = SIGNATURE_LENGTH; at + CHUNK_OVERHEAD <= file.length; ) {
    const chunk = file.subarray(at, at + CHUNK_OVERHEAD + file.readUInt32BE(at))
    const type = chunk.toString('latin1', 4, 8)
    if (!isIntact(chunk)) return undefined
    if (type === 'IHDR') {
      if (header !== undefined || chunk.length !== CHUNK_OVERHEAD + HEADER_LENGTH) return undefined
      header = chunk
    } else if (header === undefined) return undefined
    hasData ||= type === 'IDAT'
    if (STORED_CHUNKS.has(type)) stored.push(chunk)
    // A chunk type with a capital letter is required for showing the picture.
    else if (/^[A-Z]/.test(type)) return undefined
    if (type === 'IEND') return hasData ? toPictureFile(stored, header) : undefined
    at += chunk.length
  }
  return undefined
}

/** Returns whether the chunk is complete and its checksum matches. */
const isIntact = (chunk: Buffer): boolean =>
  chunk.length === CHUNK_OVERHEAD + chunk.readUInt32BE(0) &&
  crc32(chunk.subarray(4, chunk.length - 4)) === chunk.readUInt32BE(chunk.length - 4)

const toPictureFile = (stored: readonly Buffer[], header: Buffer): PictureFile => ({
  type: 'image/png',
  width: header.readUInt32BE(8),
  height: header.readUInt32BE(12),
  bytes: Buffer.concat(stored),
})
