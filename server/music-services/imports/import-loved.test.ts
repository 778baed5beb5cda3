import { beforeEach, expect, test } from 'vitest'
import { brainzListen } from '#tests/support/listen-files.ts'
import { makeToken } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { makeZip } from '#tests/support/zips.ts'

let server: TestServer
let ada: TestMember

beforeEach(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
})

const MSID = '3f1ba2b5-0d1f-4f4e-9a5d-1b1d54a1c002'
const MBID = '11111111-2222-4333-8444-555555555555'
const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const listen = (title: string, listenedAt: number, more: object = {}, info: object = {}) => {
  const plain = brainzListen('Sol Ferro', title, listenedAt)
  const additional_info = { ...plain.track_metadata.additional_info, ...info }
  return { ...plain, track_metadata: { ...plain.track_metadata, ...more, additional_info } }
}
const upload = async (bytes: Buffer | string, as = ada) => {
  const { status, body } = await server.request(
    'POST',
    '/api/user/import-listens',
    { user: as.name, file_name: 'export.zip' },
    { as, body: bytes as string },
  )
  expect([status, body]).toEqual([200, expect.anything()])
  return body.import
}
const lovedBy = async (as: TestMember) => {
  const headers = { Authorization: `Token ${await makeToken(server, as)}` }
  const path = `/1/feedback/user/${as.name}/get-feedback`
  const { body } = await server.get(path, { metadata: 'true', count: 100 }, { headers })
  return body.feedback.map((row: { track_metadata: { track_name: string } | null; score: number; created: number }) => [
    row.track_metadata?.track_name ?? null,
    row.score,
    row.created,
  ])
}

test('feedback of a ListenBrainz export is matched by MBID and MSID of its listens, in any order of files', async () => {
  const feedback = {
    name: 'feedback.jsonl',
    content: lines(
      { recording_msid: MSID, recording_mbid: null, score: 1, created: 1_700_000_300 },
      { recording_msid: null, recording_mbid: MBID, score: -1, created: 1_700_000_200 },
      { recording_msid: null, recording_mbid: MBID.replace('1', '9'), score: 1, created: 1_700_000_100 },
      { recording_msid: MSID.replace('3', '4'), recording_mbid: null, score: 1, created: 1_700_000_100 },
      { recording_msid: MSID, score: 7, created: 1_700_000_100 },
      { recording_msid: MSID, score: 1, created: 'yesterday' },
    ),
  }
  const listens = {
    name: 'listens/2024/5.jsonl',
    content: lines(
      listen('Rain', 1_700_000_000, { recording_msid: MSID }),
      listen('Fog', 1_700_001_000, {}, { recording_mbid: MBID }),
    ),
  }
  const expected = [
    ['Rain', 1, 1_700_000_300],
    ['Fog', -1, 1_700_000_200],
    [null, 1, 1_700_000_100],
  ]
  const first = await upload(makeZip(feedback, listens))
  expect([first.taken, first.note]).toEqual([2, 'Loved and hated tracks: 3 added, 0 already here, 3 unreadable.'])
  expect(await lovedBy(ada)).toEqual(expected)
  const again = await upload(makeZip(listens, feedback))
  expect([again.taken, again.note]).toEqual([0, 'Loved and hated tracks: 0 added, 3 already here, 3 unreadable.'])
  expect(await lovedBy(ada)).toEqual(expected)
})

test('the feedback of an export of Flipside moves to another account, and what is loved there stays', async () => {
  const love = (as: TestMember, track: string, is_loved = 'true') =>
    server.post('/api/user/love-track', { user: as.name, artist: 'Sol Ferro', track, is_loved }, { as })
  for (const track of ['Rain', 'Fog']) await love(ada, track)
  const { feedbackSection } = await import('#server/ownership/export/feedback.ts')
  let exported = ''
  for await (const page of feedbackSection(ada.id).lines(server.db)) exported += page
  const row = JSON.parse(exported.split('\n')[0] ?? '')
  expect(row).toEqual({
    recording_msid: expect.stringMatching(/^[\da-f-]{36}$/),
    recording_mbid: null,
    score: 1,
    created: expect.any(Number),
    track_metadata: { artist_name: 'Sol Ferro', track_name: 'Rain' },
  })
  const bo = await server.signUp('Bo')
  const mine = exported.replace('"score":1', '"score":-1')
  await love(bo, 'Rain')
  const moved = await upload(mine, bo)
  expect(moved.note).toBe('Loved and hated tracks: 1 added, 1 already here.')
  expect((await lovedBy(bo)).map((entry: unknown[]) => entry.slice(0, 2)).toSorted()).toEqual([
    ['Fog', 1],
    ['Rain', 1],
  ])
})
