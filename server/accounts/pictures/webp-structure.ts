/** Frame tag, start code and size of a lossy frame. */
const LOSSY_HEADER = 10
/** Signature, size, and a first byte of coded data. */
const LOSSLESS_MIN = 6

/**
 * Whether the frame and the transparency of a WebP that `readWebp` has read have headers that a decoder takes, and as much data as
 * these say at least. The coded data themselves are not decoded.
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
    // Transparency comes before the frame it belongs to; a lossless frame has its own.
    if (type === 'VP8L') return alpha === undefined && isLossless(data)
    if (type === 'VP8 ') return isLossy(data) && (alpha === undefined || isAlpha(alpha, data))
    at += 8 + length + (length % 2)
  }
  return false
}

/** A key frame that is shown, of one of four profiles, whose first partition is there and followed by another (RFC 6386, 9.1). */
function isLossy(data: Buffer): boolean {
  if (data.length <= LOSSY_HEADER) return false
  const tag = data.readUIntLE(0, 3)
  const firstPartition = tag >> 5
  return ((tag >> 1) & 7) <= 3 && (tag & 16) !== 0 && firstPartition > 0 && LOSSY_HEADER + firstPartition < data.length
}

/** Version 0 is the only one (RFC 9649, 3.4). */
const isLossless = (data: Buffer): boolean => data.length >= LOSSLESS_MIN && data.readUInt32LE(1) >>> 29 === 0

/** Known ways to compress and prepare it; as it is, it has a byte for each pixel (RFC 9649, 2.7.1.2). */
function isAlpha(alpha: Buffer, frame: Buffer): boolean {
  const [header = 0xff] = alpha
  const [compression, preparation] = [header & 3, (header >> 4) & 3]
  if (header >> 6 !== 0 || compression > 1 || preparation > 1) return false
  const pixels = (frame.readUInt16LE(6) & 0x3fff) * (frame.readUInt16LE(8) & 0x3fff)
  return compression === 0 ? alpha.length === 1 + pixels : alpha.length > 1
}
