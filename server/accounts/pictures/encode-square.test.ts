import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeSquare } from './encode-square.ts'

const draw = (side: number) => sharp({ create: { width: side, height: side, channels: 4, background: '#9a4f2c' } })

test('decodes one image at a time, also after one that is broken', async () => {
  const file = await draw(2000).png({ compressionLevel: 1 }).toBuffer()
  const broken = Buffer.concat([file.subarray(0, 400), Buffer.alloc(400)])
  let atOnce = 0
  const timer = setInterval(() => {
    atOnce = Math.max(atOnce, sharp.counters().process)
  }, 1)
  const encoded = await Promise.all([file, broken, file, file, file, file].map((image) => encodeSquare(image, 500)))
  clearInterval(timer)
  expect(encoded.map((image) => image !== undefined)).toEqual([true, false, true, true, true, true])
  expect(atOnce).toBe(1)
})
