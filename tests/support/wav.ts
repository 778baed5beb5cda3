/** The files' samples per second. */
export const WAV_RATE = 8000

/** Returns a silent WAV file that lasts this many seconds, with another chunk for its tags. */
export function createWav(seconds: number, tags: Buffer): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(WAV_RATE, 4)
  format.writeUInt32LE(WAV_RATE * 2, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  const silence = toChunk('data', Buffer.alloc(WAV_RATE * 2 * seconds))
  return toChunk('RIFF', Buffer.concat([Buffer.from('WAVE'), toChunk('fmt ', format), tags, silence]))
}

/** Returns a RIFF file chunk. */
export function toChunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'ascii')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}
