import { shareTrack } from './broadcasts.ts'
import { makeMember } from './members.ts'
import { makeTrack } from './music.ts'
import { type TestMember, testServer } from './test-server.ts'

/** Starts a server with three members, and returns what they do with broadcasts and replies. */
export async function replyWorld() {
  const server = await testServer()
  const ada = await makeMember(server, 'ada')
  const bo = await makeMember(server, 'bo')
  const cy = await makeMember(server, 'cy')
  const track = await makeTrack(server, 'Night Bus by Lamplight Parade')
  const share = async (as = ada): Promise<number> => (await shareTrack(server, as, track)).body.id
  const post = (as: TestMember, name: string, query: object) =>
    server.post(`/api/${name}`, { user: as.name, ...query }, { as })
  const reply = (as: TestMember, broadcast: number, text: string, more: object = {}) =>
    post(as, 'create-reply', { broadcast, text, ...more })
  const read = async (as: TestMember, id: number) =>
    (await server.get('/api/broadcast/replies', { id, current_user: as.name }, { as })).body.replies
  const texts = async (as: TestMember, id: number): Promise<string[]> =>
    (await read(as, id)).map((each: { text: string }) => each.text)
  const count = async (id: number): Promise<number> =>
    (await server.db.selectFrom('broadcasts').select('replies').where('id', '=', id).executeTakeFirstOrThrow()).replies
  const listActivity = async (as: TestMember) =>
    (await server.get('/api/user/activity', { user: as.name }, { as })).body.activity.map(
      ({ kind, username, relatedid, subject }: Record<string, unknown>) => [kind, username, relatedid, subject],
    )
  return { server, ada, bo, cy, track, share, post, reply, read, texts, count, listActivity }
}
