import { beforeEach, describe, expect, test } from 'vitest'
import { conversationsSection } from '#server/ownership/export/conversations.ts'
import { makeMember } from '#tests/support/members.ts'
import { messageServer } from '#tests/support/message-server.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import type { TestMember } from '#tests/support/test-server.ts'

const { server, nightBus, send, sentId, edit, react, messages, activity, block } = await messageServer()
let round = 0
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
})

describe('a card', () => {
  test('a card has the names of its track for both, with a text or without', async () => {
    await play(server, ada, nightBus)
    await send(ada, bo, '', { track_id: nightBus })
    await send(ada, bo, 'for the walk home', { track_id: nightBus })
    const track = { id: nightBus, name: 'Night Bus', artist: 'Lamplight Parade' }
    expect(await messages(bo, ada)).toMatchObject([
      { message: '', track },
      { message: 'for the walk home', track },
    ])
    expect(await messages(ada, bo)).toMatchObject([{ track }, { track }])
  })

  test('a message without a text and a track is rejected', async () => {
    for (const blank of [' ', '\u200b', '\u2800\u3164'])
      expect((await send(ada, bo, blank)).body.error).toBe('message must not be empty.')
  })

  test('a card with an unknown track, or one that only a member with hidden listening played, is rejected', async () => {
    const secret = await makeTrack(server, `Secret ${round} by Nobody`)
    await play(server, bo, secret)
    await server.post('/api/user/edit-privacy', { user: bo.name, hides_listening: 'true' }, { as: bo })
    const responses = [
      await send(ada, bo, 'x', { track_id: secret }),
      await send(ada, bo, 'x', { track_id: 999_999_999 }),
    ]
    for (const { status, body } of responses)
      expect([status, body]).toEqual([404, { error: "This server doesn't know this track.", code: 'not_found' }])
    expect(await messages(bo, ada)).toEqual([])
  })

  test('the recipient of a card can open the page of its track, until a block', async () => {
    const rare = await makeTrack(server, `Rare ${round} by Lamplight Parade`)
    await play(server, ada, rare)
    await server.post('/api/user/edit-privacy', { user: ada.name, hides_listening: 'true' }, { as: ada })
    const seen = async () => (await server.get('/api/track/by-id', { id: rare }, { as: bo })).body.track
    expect(await seen()).toBeNull()
    await send(ada, bo, '', { track_id: rare })
    expect(await seen()).toMatchObject({ id: rare })
    await block(bo, ada)
    expect(await seen()).toBeNull()
  })

  test('the activity shows the track of a card without a text', async () => {
    await play(server, ada, nightBus)
    await send(ada, bo, '', { track_id: nightBus })
    expect((await activity(bo))[0]).toMatchObject({
      kind: 'message',
      subject: 'Night Bus by Lamplight Parade',
    })
  })
})

test('the offline copy has cards, edits and reactions', async () => {
  await play(server, ada, nightBus)
  const id = await sentId(ada, bo, 'one', { track_id: nightBus })
  await edit(ada, { message_id: id }, 'two')
  await react(bo, id, '🎧')
  const { conversations } = (await server.get('/api/user/offline-copy', { user: bo.name }, { as: bo })).body
  expect(conversations[0].messages.directMessages).toMatchObject([
    { message: 'two', edited_at: expect.any(String), own_reaction: '🎧', track: { id: nightBus } },
  ])
})

test('the export has cards, times and reactions of messages', async () => {
  await play(server, ada, nightBus)
  const id = await sentId(ada, bo, 'one', { track_id: nightBus })
  await react(bo, id, '🎧')
  const lines: string[] = []
  for await (const text of conversationsSection(bo.id).lines(server.db)) lines.push(text)
  expect(JSON.parse(lines.join(''))).toMatchObject({
    text: 'one',
    track: { title: 'Night Bus', artist_name: 'Lamplight Parade' },
    reaction_of_recipient: '🎧',
    deleted_at: null,
  })
})
