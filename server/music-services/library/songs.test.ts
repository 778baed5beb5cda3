import { beforeEach, describe, expect, test } from 'vitest'
import { failed, LIBRARY_PROTOCOLS, type LibraryServer } from '#tests/support/library-server.ts'
import { startLinkedLibrary } from '#tests/support/linked-library.ts'
import { makeMember } from '#tests/support/members.ts'
import type { Reply } from '#tests/support/service-server.ts'

const { linked, linkWithTrack, play, readState, server } = await startLinkedLibrary()

const rejections: Readonly<Record<LibraryServer['protocol'], readonly (readonly [name: string, reply: Reply])[]>> = {
  subsonic: [
    ['status 401', { status: 401, body: 'no' }],
    ['an error of the API', failed(40)],
    ['a missing permission', failed(50)],
  ],
  jellyfin: [
    ['status 401', { status: 401, body: '' }],
    ['status 403', { status: 403, body: 'Error processing request.' }],
  ],
}

describe.each(LIBRARY_PROTOCOLS)('playing a song of %s', (protocol) => {
  beforeEach(() => {
    linked.library.protocol = protocol
  })

  test('sends it whole, a range of it, and its headers', async () => {
    const trackId = await linkWithTrack()
    const whole = await play(trackId)
    expect(whole.status).toBe(200)
    const type = { 'content-type': 'audio/flac', 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' }
    const headers = (response: typeof whole) => Object.fromEntries(response.headers)
    expect(headers(whole)).toMatchObject({ ...type, 'content-length': '10000' })
    const part = await play(trackId, { Range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(headers(part)).toMatchObject({ ...type, 'content-length': '100', 'content-range': 'bytes 100-199/10000' })
    expect((await play(trackId, { Range: 'bytes=9900-' })).headers.get('content-range')).toBe('bytes 9900-9999/10000')
    expect((await play(trackId, { Range: 'bytes=-1' })).headers.get('content-range')).toBe('bytes 9999-9999/10000')
    const beyond = await play(trackId, { Range: 'bytes=10000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10000'])
    for (const Range of ['bytes=0-1,3-4', 'bytes=9-1', 'songs=1-2', 'bytes=-', 'bytes=a-'])
      expect((await play(trackId, { Range })).status).toBe(200)
  })

  test('has an ETag that a range may depend on', async () => {
    const trackId = await linkWithTrack()
    const etag = (await play(trackId)).headers.get('etag') ?? ''
    expect((await play(trackId, { 'If-None-Match': etag })).status).toBe(304)
    expect((await play(trackId, { 'If-Range': etag, Range: 'bytes=0-9' })).status).toBe(206)
    expect((await play(trackId, { 'If-Range': '"other"', Range: 'bytes=0-9' })).status).toBe(200)
  })

  test('is only for the member with the library, on pages of this server', async () => {
    const trackId = await linkWithTrack()
    const bo = await makeMember(server, `bo${linked.round}`)
    expect((await play(trackId, {}, bo)).body.code).toBe('not_in_library')
    const visitor = await server.get(`/library/songs/${trackId}`)
    expect([visitor.status, visitor.body.code]).toEqual([401, 'no_session'])
    expect((await play(trackId, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    for (const id of ['0', 'x', '1e3', '9'.repeat(20), '999999']) {
      const { status, body } = await server.get(`/library/songs/${id}`, {}, { as: linked.ada })
      expect([status, body.code]).toEqual([404, 'not_in_library'])
    }
  })

  test('says that the library has lost it', async () => {
    const trackId = await linkWithTrack('missing')
    expect((await play(trackId)).body.code).toBe('not_in_library')
    linked.library.misbehave = () => ({ status: 404, body: 'Not found' })
    expect((await play(trackId)).body.code).toBe('not_in_library')
  })

  test.each(rejections[protocol])('stops a library that rejects the log-in later by %s', async (_, reply) => {
    const trackId = await linkWithTrack()
    linked.library.misbehave = () => reply
    const { status, body } = await play(trackId)
    expect([status, body.code]).toEqual([409, 'library_refuses'])
    expect((await readState()).library).toMatchObject({ is_stopped: true, failure: { code: 'refused' } })
    linked.library.requests.length = 0
    expect((await play(trackId)).status).toBe(409)
    expect(linked.library.requests).toHaveLength(0)
  })

  const audio = { 'content-type': 'audio/mpeg' }
  test.each([
    ['a page', { body: '<script>' }],
    ['a picture', { headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' }],
    ['a type that is none', { headers: { 'content-type': 'audio/' }, body: 'x' }],
    ['two types', { headers: { 'content-type': 'audio/mpeg, text/html' }, body: 'x' }],
    ['no type', { headers: { 'content-type': '' }, body: 'x' }],
    ['a compressed song', { headers: { ...audio, 'content-encoding': 'gzip' }, body: 'x' }],
    ['a redirect to a private address', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['a redirect to itself', { status: 307, headers: { location: '/rest/stream.view' } }],
    ['a status without a song', { status: 204 }],
    ['a failure', { status: 500, body: 'x' }],
    ['a length of a terabyte', { headers: { ...audio, 'content-length': String(10 ** 12) }, body: 'x' }],
    [
      'a part that was not requested',
      { status: 206, headers: { ...audio, 'content-range': 'bytes 0-0/9' }, body: 'x' },
    ],
    ['another error of the API', failed(0)],
    ['an endless error', { headers: { 'content-type': 'application/json' }, body: '['.repeat(200_000) }],
  ])('is 502 for %s, and the library goes on', async (_, reply) => {
    const trackId = await linkWithTrack()
    linked.library.misbehave = () => reply
    const { status, body } = await play(trackId)
    expect([status, body.code]).toEqual([502, 'library_failed'])
    expect((await readState()).library.is_stopped).toBe(false)
  })

  test.each([
    ['another range', 'bytes 5-14/10000'],
    ['a longer range', 'bytes 0-10/10000'],
    ['a range beyond its end', 'bytes 0-9/5'],
    ['nonsense', 'bytes x'],
  ])('is 502 for a part with %s', async (_, contentRange) => {
    const trackId = await linkWithTrack()
    linked.library.misbehave = () => ({
      status: 206,
      headers: { ...audio, 'content-range': contentRange },
      body: 'a'.repeat(10),
    })
    expect((await play(trackId, { Range: 'bytes=0-9' })).status).toBe(502)
  })

  test('is 502 if the library has gone', async () => {
    const trackId = await linkWithTrack()
    await linked.library.stop()
    expect((await play(trackId)).body.code).toBe('library_failed')
  })
})
