import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createMusicbrainzWorld, MBID, OTHER_MBID } from '#tests/support/musicbrainz-server.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { threadMs } from '#tests/support/processor-time.ts'
import type { Reply } from '#tests/support/service-server.ts'
import { lookUpNextTrack } from './look-up-tracks.ts'

const world = createMusicbrainzWorld()

describe('a recording that was merged', () => {
  const redirect = (location: string) => {
    world.service.misbehave = ({ url }) =>
      url.pathname.endsWith(MBID) ? { status: 301, headers: { location }, body: '<html>Moved</html>' } : undefined
  }
  test.each([
    ['an address', () => `${world.service.url}/ws/2/recording/${OTHER_MBID}?inc=url-rels`],
    ['a path', () => `/ws/2/recording/${OTHER_MBID}`],
  ])('is requested by its new id, which %s names', async (_, toLocation) => {
    const id = await world.addTrack()
    redirect(toLocation())
    world.recordings.set(OTHER_MBID, world.makeRecording(['https://www.deezer.com/track/2'], { id: OTHER_MBID }))
    expect(await world.lookUp()).toBe(true)
    expect(await world.listAdded(id)).toEqual(['2', OTHER_MBID])
  })

  test.each([
    `http://127.0.0.1:1/ws/2/recording/${OTHER_MBID}`,
    `http://169.254.169.254/ws/2/recording/${OTHER_MBID}`,
    `https://musicbrainz.evil.example/ws/2/recording/${OTHER_MBID}`,
    '/ws/2/recording/../../admin',
    '/login',
    'file:///etc/passwd',
    '',
  ])('is not requested at %s', async (location) => {
    const id = await world.addTrack()
    redirect(location)
    expect(await world.lookUp()).toBe(false)
    expect(world.service.requests).toHaveLength(1)
    expect((await world.findRow(id))?.attempts).toBe(1)
  })

  test('is requested twice at most', async () => {
    await world.addTrack()
    world.service.misbehave = () => ({ status: 301, headers: { location: `/ws/2/recording/${OTHER_MBID}` } })
    expect(await world.lookUp()).toBe(false)
    expect(world.service.requests).toHaveLength(2)
  })

  test('is linked by the id in the content', async () => {
    const id = await world.addTrack()
    world.recordings.set(MBID, world.makeRecording([], { id: OTHER_MBID }))
    await world.lookUp()
    expect(await world.listAdded(id)).toEqual([OTHER_MBID])
  })
})

describe('MusicBrainz fails', () => {
  const failures: readonly (readonly [string, Reply])[] = [
    ['an error', { status: 500, body: '<html>' }],
    ['a rejected user agent', { status: 403 }],
    ['a page', { body: '<html>Log in to this network</html>' }],
    ['other JSON', { body: { hello: 'world' } }],
    ['null', { body: null }],
    ['a list', { body: [] }],
    ['ten megabytes', { body: { title: 'x'.repeat(10_000_000) } }],
    ['a closed connection', (response) => void response.destroy()],
  ]
  test.each(failures)('by %s: the track is looked up later, and nothing before that', async (_, reply) => {
    const id = await world.addTrack()
    const next = await world.addTrack()
    world.service.misbehave = () => reply
    expect(await world.lookUp()).toBe(false)
    expect(world.service.requests).toHaveLength(1)
    expect(await world.findRow(id)).toMatchObject({ attempts: 1, looked_up_at: null })
    expect(await world.listAdded(id)).toEqual([])
    expect(await world.isDue()).toBe(false)
    world.service.misbehave = () => undefined
    await world.resume()
    await world.lookUp()
    expect((await world.findRow(next))?.looked_up_at).not.toBeNull()
    world.server.clock.advance({ minutes: 15 })
    await world.resume()
    expect(await world.lookUp()).toBe(true)
    expect(await world.findRow(id)).toMatchObject({ attempts: 0, due_at: null })
  })

  test.each([
    [503, '40', 40_000],
    [429, '120', 120_000],
    [503, undefined, 30_000],
  ])('by %i with Retry-After %s: all requests pause, and the track stays first', async (status, seconds, pauseMs) => {
    const id = await world.addTrack()
    world.service.misbehave = () => ({ status, headers: seconds === undefined ? {} : { 'retry-after': seconds } })
    expect(await world.lookUp()).toBe(false)
    const { rows } = await sql<{ ms: number }>`select
      (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms from service_turns`.execute(
      world.server.db,
    )
    expect(rows[0]?.ms).toBeGreaterThan(pauseMs - 10_000)
    expect(rows[0]?.ms).toBeLessThanOrEqual(pauseMs + 1000)
    expect(await world.isDue()).toBe(false)
    expect(await world.findRow(id)).toMatchObject({ attempts: 0, looked_up_at: null })
    world.service.misbehave = () => undefined
    world.recordings.set(MBID, world.makeRecording(['https://www.deezer.com/track/2']))
    await world.resume()
    expect(await world.isDue()).toBe(true)
    await world.lookUp()
    expect(await world.listAdded(id)).toEqual(['2'])
  })

  test('by silence: a process that stops ends the request, and the track stays queued', async () => {
    const id = await world.addTrack()
    world.service.misbehave = () => () => {}
    const stopping = new AbortController()
    const looking = world.lookUp(stopping.signal)
    await expect.poll(() => world.service.requests.length).toBe(1)
    stopping.abort()
    expect(await looking).toBe(false)
    expect(await world.findRow(id)).toMatchObject({ attempts: 0, looked_up_at: null })
    expect(await world.isDue()).toBe(true)
  })

  test('by silence: the look-up ends after ten seconds', { tags: NIGHTLY }, async () => {
    const id = await world.addTrack()
    world.service.misbehave = () => (response) => void response.writeHead(200).write('{')
    const startedAt = performance.now()
    expect(await world.lookUp()).toBe(false)
    expect(performance.now() - startedAt).toBeGreaterThan(9000)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect((await world.findRow(id))?.attempts).toBe(1)
  })
})

describe('names of a recording', () => {
  const longCredits = Array.from({ length: 60_000 }, (_, place) => ({ name: `Nine Doors ${place}` }))
  test.each<[string, (title: string) => object]>([
    ['with 150,000 blanks in the title', (title) => ({ title: `${title}${' '.repeat(150_000)}x` })],
    ['with 50,000 notes on guests', (title) => ({ title: `${title.slice(0, 2)}${' ft '.repeat(50_000)}\nx` })],
    ['with 60,000 artists', () => ({ 'artist-credit': longCredits })],
    ['with a megabyte of ligatures', () => ({ title: '\ufdfa'.repeat(400_000) })],
  ])('%s are compared within 1.5 s of processor time', async (_, toNames) => {
    const id = await world.addTrack()
    const recording = world.makeRecording(['https://www.deezer.com/track/2'])
    world.recordings.set(MBID, { ...recording, ...toNames(recording.title) })
    const before = threadMs()
    expect(await world.lookUp()).toBe(true)
    expect(threadMs() - before).toBeLessThan(1500)
    expect(await world.listAdded(id)).toEqual([])
  })
})

test('the public server is not requested at a private address', async () => {
  const musicbrainz = { server: new URL(world.service.url.replace('http:', 'https:')), isGuarded: true }
  await world.addTrack()
  const services = { ...world.server.services, config: { ...world.server.services.config, musicbrainz } }
  expect(await lookUpNextTrack(services)).toBe(false)
  expect(world.server.lines.join('')).toContain('address_refused')
  expect(world.service.requests).toHaveLength(0)
})
