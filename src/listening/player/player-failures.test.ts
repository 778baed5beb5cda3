import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aPlayer, path, respondsWith, silenceAudio } from '#tests/support/silent-audio.ts'

beforeEach(silenceAudio)

test.each([
  [401, 'You are signed out.'],
  [404, 'Your library no longer has this song.'],
  [409, 'Your library rejects the linked account.'],
  [429, 'Too many songs are playing.'],
  [500, 'The server failed to send this song (500).'],
  [502, 'Your library failed to send this song.'],
  [504, 'Your library takes too long to respond.'],
])('a failure with the status %i is explained, and the song is not loaded again', async (status, sentence) => {
  const request = respondsWith(status)
  const { audio, state } = aPlayer()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain(sentence)
  expect(audio.loads).toHaveLength(1)
  expect(request).toHaveBeenCalledOnce()
})

test('a song that breaks off goes on where it was, once', async () => {
  const request = respondsWith(206, 'audio/flac')
  const { audio, state } = aPlayer()
  audio.sounds(30, 200)
  audio.emit('error')
  await expect.poll(() => audio.loads).toHaveLength(2)
  expect(audio.currentTime).toBe(30)
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('incomplete')
  expect(audio.loads).toHaveLength(2)
  expect(request).toHaveBeenCalledTimes(2)
})

test("the page of a portal is no connection: the song is not loaded again, and the list isn't skipped", async () => {
  respondsWith(200, 'text/html')
  const { player, audio, state, skipped } = aPlayer()
  player.next()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('There is no connection')
  expect([audio.loads, skipped]).toEqual([[path(1), path(2)], []])
})

test('without a connection a press tries again, and the next song plays', async () => {
  const { player, audio, state } = aPlayer()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('There is no connection')
  player.toggle()
  expect(state()).toMatchObject({ phase: 'loading', failure: undefined })
  audio.emit('error')
  await expect.poll(() => state().failure).toBeDefined()
  player.next()
  audio.sounds(1, 100)
  expect(state()).toMatchObject({ phase: 'playing', failure: undefined })
  expect(audio.loads).toEqual([path(1), path(1), path(2)])
})

test('the song after one that failed in the middle plays from its start', async () => {
  const { player, audio, state } = aPlayer()
  audio.sounds(100, 200)
  audio.emit('error')
  await expect.poll(() => state().failure).toBeDefined()
  player.toggle()
  audio.emit('error')
  await expect.poll(() => state().failure).toBeDefined()
  player.next()
  expect(audio.currentTime).toBe(0)
  audio.sounds(1, 200)
  expect(state().position).toBe(1)
})

test.each([404, 502])('a song that fails with %i in the middle of a list is skipped', async (status) => {
  respondsWith(status)
  const { audio, state, skipped } = aPlayer()
  audio.sounds(1, 100)
  audio.end()
  audio.emit('error')
  await expect.poll(() => state().queue.at).toBe(2)
  expect(skipped).toEqual([expect.stringContaining('Song 2: Your library')])
  audio.sounds(1, 100)
  expect(state().phase).toBe('playing')
})

test('the last song of a list states its failure, and so does one that a press has chosen', async () => {
  respondsWith(404)
  const { player, audio, state, skipped } = aPlayer(1)
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('no longer has this song')
  player.next()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('no longer has this song')
  expect(state().queue.at).toBe(2)
  expect(skipped).toEqual([])
})

test('a library that rejects the account fails once, not for each song', async () => {
  const request = respondsWith(409)
  const { player, audio, state } = aPlayer()
  player.next()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('rejects the linked account')
  expect(state().queue.at).toBe(1)
  expect(request).toHaveBeenCalledOnce()
})

test('at most ten songs in a row are skipped', async () => {
  respondsWith(404)
  const { player, audio, state, skipped } = aPlayer()
  player.start({ songs: Array.from({ length: 30 }, (_, id) => ({ id: id + 100, name: 'x', artist: 'y' })), at: 0 })
  player.next()
  for (let at = 1; at <= 10; at++) {
    audio.emit('error')
    await expect.poll(() => state().queue.at).toBe(at + 1)
  }
  audio.emit('error')
  await expect.poll(() => state().failure).toBeDefined()
  expect(skipped).toHaveLength(10)
})

test('without a connection the next stored song of the list plays', async () => {
  vi.stubGlobal('caches', { match: async (address: string) => (address === path(3) ? new Response('x') : undefined) })
  const { audio, state, skipped } = aPlayer()
  audio.sounds(1, 100)
  audio.end()
  audio.emit('error')
  await expect.poll(() => state().queue.at).toBe(2)
  expect(skipped).toEqual([expect.stringContaining('Song 2: There is no connection')])
})

test('without a connection and a stored song the next one waits for the connection', async () => {
  const { player, audio, state } = aPlayer()
  player.next()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('There is no connection')
  expect(state().queue.at).toBe(1)
})

test('a song that loses the connection after it has begun is not skipped', async () => {
  vi.stubGlobal('caches', { match: async () => new Response('x') })
  const { player, audio, state } = aPlayer()
  player.next()
  audio.sounds(5, 100)
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('There is no connection')
  expect(state()).toMatchObject({ position: 5, queue: { at: 1 } })
})

test('a song that does not begin for twenty seconds has failed', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  respondsWith(504)
  const { state } = aPlayer()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(state().phase).toBe('loading')
  await vi.advanceTimersByTimeAsync(2000)
  expect(state().failure).toBe('Your library takes too long to respond.')
})

test('a closed player requests nothing more', async () => {
  const request = respondsWith(206, 'audio/flac')
  const { player, audio } = aPlayer()
  audio.emit('error')
  player.close()
  await expect.poll(() => request.mock.results).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(audio.loads).toHaveLength(1)
})
