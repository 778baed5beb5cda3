/** The length of a lossy frame's tag, start code and size, in bytes. */
const LOSSY_HEADER = 10
/** Signature, size, and the first coded byte. */
const LOSSLESS_MIN = 6

/**
 * Returns whether the frame and the transparency in a WebP from `readWebp` have headers that a
 * decoder accepts, and at least as many bytes as the headers require. Does not decode the coded
 * data.
 */
export function isWebpComplete(file: Buffer): boolean {
  let alpha: Buffer | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const data = file.subarray(at + 8, at + 8 + length)
    if (type === 'ALPH') {
      if (alpha !== undefined) return false
      alpha = data
    }
    // The transparency chunk precedes its frame. A lossless frame includes its own.
    if (type === 'VP8L') return alpha === undefined && isLossless(data)
    if (type === 'VP8 ') return isLossy(data) && (alpha === undefined || isAlpha(alpha, data))
    at += 8 + length + (length % 2)
  }
  return false
}

/**
 * Returns whether it is a visible key frame in one of four profiles, with a complete first
 * partition, followed by another (RFC 6386, 9.1).
 */
function isLossy(data: Buffer): boolean {
  if (data.length <= LOSSY_HEADER) return false
  const tag = data.readUIntLE(0, 3)
  const firstPartition = tag >> 5
  return ((tag >> 1) & 7) <= 3 && (tag & 16) !== 0 && firstPartition > 0 && LOSSY_HEADER + firstPartition < data.length
}

/** Only version 0 exists (RFC 9649, 3.4). */
const isLossless = (data: Buffer): boolean => data.length >= LOSSLESS_MIN && data.readUInt32LE(1) >>> 29 === 0

/**
 * Returns whether compression and preprocessing are known. Uncompressed data have one byte for each
 * pixel (RFC 9649, 2.7.1.2).
 */
function isAlpha(alpha: Buffer, frame: Buffer): boolean {
  const [header = 0xff] = alpha
  const [compression, preparation] = [header & 3, (header >> 4) & 3]
  if (header >> 6 !== 0 || compression > 1 || preparation > 1) return false
  const pixels = (frame.readUInt16LE(6) & 0x3fff) * (frame.readUInt16LE(8) & 0x3fff)
  return compression === 0 ? alpha.length === 1 + pixels : alpha.length > 1
}
