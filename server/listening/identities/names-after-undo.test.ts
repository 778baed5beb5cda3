import { expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { applyDecision } from './apply-decisions.ts'

/* Under which names members see their listens to artists that were merged, and after the undo. */

const server = await testServer()
const admin = await makeMember(server, 'admin1st')
await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()

let listened = 0
const take = (member: TestMember, ...sent: readonly (readonly [artist: string, title: string])[]) =>
  createBatchImporter(server.db, member.id)(
    'listenbrainz',
    sent.map(([artist, title]) => ({ artist, title, listenedAt: 1_790_000_000 + 600 * ++listened })),
  )
async function read(member: TestMember): Promise<readonly string[]> {
  const { body } = await server.get('/api/user/listens', { user: member.name }, { as: member })
  return body.listens
    .map(({ artist, track }: { artist: string; track: string }) => `${track} by ${artist}`)
    .toReversed()
}
async function decide(path: string, query: Record<string, string | number>) {
  expect((await server.post(`/api/admin/${path}`, query, { as: admin })).status).toBe(200)
  while (await server.db.transaction().execute((tx) => applyDecision(tx))) {
    // Each run has its own transaction.
  }
}
const merge = (artist: string, into: string) =>
  decide('merge-music', { kind: 'artist', artist, into_artist: into, into_title: '' })
async function undo() {
  const { body } = await server.get('/api/admin/music-decisions', { by: 'admins' }, { as: admin })
  await decide('undo-music-decision', { id: body.decisions[0].id })
}

test('what stays with an artist after an undo has its name, not that of the artist that returns', async () => {
  const ada = await makeMember(server, 'ada')
  await take(await makeMember(server, 'bo'), ['Flow', 'Noon'])
  await take(ada, ['EBB', 'Dawn'])
  await merge('EBB', 'Flow')
  await take(ada, ['Flow', 'Dusk'])
  expect(await read(ada)).toEqual(['Dawn by EBB', 'Dusk by EBB'])
  await undo()
  expect(await read(ada)).toEqual(['Dawn by EBB', 'Dusk by Flow'])
})

test('a member that ignores the artist of a merge sees the name that it sent first', async () => {
  const cy = await makeMember(server, 'cy')
  await take(await makeMember(server, 'dee'), ['Main', 'Noon'], ['Main', 'Night'])
  await take(cy, ['Main', 'Noon'], ['Other', 'Dawn'])
  const { id } = await server.db.selectFrom('artists').select('id').where('name', '=', 'Main').executeTakeFirstOrThrow()
  const ignored = await server.post('/api/user/ignore-artist', { user: 'cy', id, is_ignored: 'true' }, { as: cy })
  expect(ignored.status).toBe(200)
  await merge('Other', 'Main')
  expect(await read(cy)).toEqual(['Noon by Main', 'Dawn by Main'])
})
