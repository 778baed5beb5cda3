/**
 * A 32-bit number from a text, the same on every device: FNV-1a over UTF-16 code units, then the finaliser of
 * MurmurHash3, because the low bits of FNV alone are too alike for short texts.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Text as the drawings see it: without regard to case, surrounding or doubled white space, or how an accent is encoded. */
export function plain(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}
