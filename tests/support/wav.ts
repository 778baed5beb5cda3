/** The files' samples per second. */
export const WAV_RATE = 8000
const LOUDNESS = 10_000

interface WavOptions {
  /** Another chunk, for tags. */
  readonly tags?: Buffer
  /** The pitch of a tone; without it the file is silent. */
  readonly hertz?: number
}

/** Returns a WAV file of a number of seconds. */
export function createWav(seconds: number, { tags = Buffer.alloc(0), hertz = 0 }: WavOptions = {}): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(WAV_RATE, 4)
  format.writeUInt32LE(WAV_RATE * 2, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  const samples = Buffer.alloc(WAV_RATE * 2 * seconds)
  for (let at = 0; at < WAV_RATE * seconds; at++)
    samples.writeInt16LE(Math.round(LOUDNESS * Math.sin((at * hertz * 2 * Math.PI) / WAV_RATE)), at * 2)
  return toChunk('RIFF', Buffer.concat([Buffer.from('WAVE'), toChunk('fmt ', format), tags, toChunk('data', samples)]))
}

/** Returns a RIFF file chunk. */
export function toChunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'ascii')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}
