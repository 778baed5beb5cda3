import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startupImages } from '../../build/startup-images.ts'

const PUBLIC = resolve(import.meta.dirname, '../../public')

test.each(startupImages)('$file has the size of its screen', async ({ file, width, height, scale }) => {
  // IHDR is the first chunk: its width and height are at bytes 16 and 20
  const png = await readFile(resolve(PUBLIC, file))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width * scale, height * scale])
})
