import { expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { testServer } from '#tests/support/test-server.ts'

test('the minutes of a period are the lengths of its tracks, without ignored artists and unknown lengths', async () => {
  const server = await testServer()
  const [ada, bo] = [await server.signUp('ada'), await server.signUp('bo')]
  const at = Date.parse('2026-11-18T10:00:00Z') / 1000
  const play = (artist: string, listenedAt: number, durationMs?: number) => ({
    artist,
    title: 'Rain',
    listenedAt,
    ...(durationMs !== undefined && { details: { durationMs } }),
  })
  await createBatchImporter(server.db, ada.id)('played', [
    play('Sol', at, 200_000),
    play('Sol', at + 600, 200_000),
    play('Loam', at + 1200, 95_000),
    play('Fen', at + 1800),
    play('Hiss', at + 2400, 3_600_000),
    play('Sol', at - 40 * 86_400, 240_000),
  ])
  const time = async (query: object, as = ada) =>
    (await server.get('/api/user/listening-time', { user: 'ada', ...query }, { as })).body
  // 495 s with an hour of noise.
  expect(await time({})).toEqual({ minutes: 68, unmeasured: 1 })
  const hiss = await server.db.selectFrom('artists').select('id').where('name', '=', 'Hiss').executeTakeFirstOrThrow()
  await server.post('/api/user/ignore-artist', { user: 'ada', id: hiss.id, is_ignored: 'true' }, { as: ada })
  expect(await time({})).toEqual({ minutes: 8, unmeasured: 1 })
  expect(await time({ period: 'overall' }, bo)).toEqual({ minutes: 12, unmeasured: 1 })
  expect(await time({ from: '2026-10-01', until: '2026-10-31' })).toEqual({ minutes: 4, unmeasured: 0 })
  const week = { user: 'ada', week: '2026-W47', time_zone: 'UTC' }
  expect((await server.get('/api/user/weekly-report', week, { as: ada })).body).toMatchObject({
    minutes: 8,
    unmeasured: 1,
  })
  await server.db.updateTable('members').set({ hides_listening: true }).where('id', '=', ada.id).execute()
  expect(await time({}, bo)).toEqual({ minutes: null, unmeasured: 0 })
  await server.close()
})
