/** Encodes a text as the inverse of TextDecoder, which Node has no encoder for. */
export function encodeText(encoding: string, text: string): Buffer {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const bytesByCharacter = new Map<string, readonly number[]>()
  const learn = (...bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes))
      if (Array.from(character).length === 1 && !bytesByCharacter.has(character)) bytesByCharacter.set(character, bytes)
    } catch {
      // These bytes are no character.
    }
  }
  for (let first = 0; first < 256; first++) learn(first)
  for (let first = 128; first < 256; first++) for (let second = 64; second < 256; second++) learn(first, second)
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const bytes = bytesByCharacter.get(character)
      if (bytes === undefined) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}
