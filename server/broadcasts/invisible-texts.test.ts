import { expect, test } from 'vitest'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { testServer } from '#tests/support/test-server.ts'

const INVISIBLE = ['\u200b', '\u2800\u3164', '\u2060\ufe0f']

const server = await testServer()
const ada = await makeMember(server, 'ada')
const track = await makeTrack(server, 'Tide by Ebb')

async function post(path: string, query: object) {
  const { status, body } = await server.post(`/api/${path}`, { user: 'ada', ...query }, { as: ada })
  return [status, body.error]
}

test('a caption of invisible characters alone is rejected, by id, by names and as an edit', async () => {
  const { id } = (await shareTrack(server, ada, track)).body
  const rejected = [400, 'title must not be empty.']
  for (const title of INVISIBLE) {
    const { status, body } = await shareTrack(server, ada, track, { title })
    expect([status, body.error]).toEqual(rejected)
    expect(await post('create-broadcast-by-names', { title, artist: 'Ebb', track: 'Tide' })).toEqual(rejected)
    expect(await post('edit-broadcast', { id, title })).toEqual(rejected)
  }
  expect(await post('edit-broadcast', { id, title: '👩‍🚀' })).toEqual([200, undefined])
})

test('a reply of invisible characters alone is rejected, also as an edit', async () => {
  const { id: broadcast } = (await shareTrack(server, ada, track)).body
  const { id } = (await server.post('/api/create-reply', { user: 'ada', broadcast, text: 'hm' }, { as: ada })).body
  for (const text of INVISIBLE) {
    expect(await post('create-reply', { broadcast, text })).toEqual([400, 'text must not be empty.'])
    expect(await post('edit-reply', { id, text })).toEqual([400, 'text must not be empty.'])
  }
})
