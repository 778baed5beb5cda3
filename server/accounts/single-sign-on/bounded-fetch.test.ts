import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'

const bytes = Buffer.alloc(50_000_000, ' ')
const once = gzipSync(bytes)

test.each([
  ['gzip', once],
  ['br', brotliCompressSync(bytes)],
  ['gzip, gzip', gzipSync(once)],
])('a response compressed by %s is bounded by what it unpacks to', async (encoding, body) => {
  expect(body.length).toBeLessThan(100_000)
  const provider = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void provider.close())
  // A server that listens at a port.
  const { port } = provider.address() as AddressInfo
  const request = boundedFetch(`http://127.0.0.1:${port}/`, {
    method: 'GET',
    headers: {},
    body: undefined,
    redirect: 'manual',
  })
  await expect(request).rejects.toMatchObject({ name: 'ResponseTooLarge' })
})
