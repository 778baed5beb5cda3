interface JsonLimits {
  /** How many values, counted by commas and brackets. */
  readonly values: number
  /** How deep lists and objects are nested. */
  readonly depth: number
}

/**
 * Returns whether a JSON text has more values, or is nested deeper, than allowed. Checked before
 * megabytes are parsed: 8 MB of empty objects take half a second.
 */
export function isTooComplex(text: Buffer, limits: JsonLimits): boolean {
  let [depth, values] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (byte === 0x22) at = endOfString(text, at)
    else if (byte === 0x2c) values++
    else if (byte === 0x5b || byte === 0x7b) {
      values++
      depth++
    } else if (byte === 0x5d || byte === 0x7d) depth--
    if (depth > limits.depth || values > limits.values) return true
  }
  return false
}

function endOfString(text: Buffer, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === 0x5c) at++
    else if (text[at] === 0x22) return at
  }
  return text.length
}
