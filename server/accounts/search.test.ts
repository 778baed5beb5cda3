import { expect, test } from 'vitest'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'
import { foldTerm, toOneWrongPatterns } from './search-rules.ts'

const server = await testServer()
await makeMembers(
  server,
  'mirelle',
  'mirelle-b',
  'amirelle',
  'Miriam',
  'bo',
  'oscar_9',
  'oscar%',
  'ñandú',
  'tessellate',
)

const found = async (term: string) =>
  (await server.get('/api/user/get-users', { search_term: term })).body.userProfile.map(
    (it: { profile: string }) => it.profile,
  )
const partial = async (term: string) =>
  (await server.get('/api/user/profile', { user: term, partial: 'true' })).body.userProfile.map(
    (it: { profile: string }) => it.profile,
  )

test('a search lists the name itself, then names that begin with the term, then names that contain it', async () => {
  expect(await found('@MIRELLE')).toEqual(['mirelle', 'mirelle-b', 'amirelle'])
  expect(await found('mir')).toEqual(['Miriam', 'mirelle', 'mirelle-b', 'amirelle'])
  expect(await found('B')).toEqual(['bo', 'mirelle-b'])
})

test.each([
  ['missing letters', 'mrll'],
  ['a missing letter', 'mirele'],
  ['a missing letter at the start', 'irele'],
  ['a letter too many', 'mirrelle'],
  ['a wrong letter', 'mirella'],
  ['two letters that changed places', 'mierlle'],
])('a search finds a name by a term with %s', async (_, term) => {
  expect((await found(term)).filter((name: string) => name !== 'Miriam')[0]).toBe('mirelle')
})

test('a search returns nothing for a term unlike any name, and does not correct two letters', async () => {
  expect(await found('zzzz')).toEqual([])
  expect(await found('mx')).toEqual([])
  expect(await found('ml')).toEqual([])
})

test('a partial search returns only names that contain the term', async () => {
  expect(await partial('irell')).toEqual(['mirelle', 'amirelle', 'mirelle-b'])
  expect(await partial('mrll')).toEqual([])
})

test('a search treats signs and letters beyond ASCII like all others', async () => {
  expect(await partial('oscar%')).toEqual(['oscar%'])
  expect(await partial('oscar_')).toEqual(['oscar_9'])
  expect(await partial('%%%')).toEqual([])
  expect(await partial('___')).toEqual([])
  expect(await partial('\\\\\\')).toEqual([])
  expect(await found('ÑANDU')).toEqual(['ñandú'])
})

test('a term that folds to many times its length costs no more than one of 64 characters', async () => {
  const term = '\ufdfa'.repeat(64)
  expect(Array.from(foldTerm(term))).toHaveLength(64)
  expect(toOneWrongPatterns(foldTerm(term)).length).toBeLessThan(64)
  const startedAt = performance.now()
  expect(await found(term)).toEqual([])
  expect(performance.now() - startedAt).toBeLessThan(5000)
})

test('a search returns at most twenty names, each once', async () => {
  await makeMembers(
    server,
    ...Array.from({ length: 15 }, (_, n) => `dora${n}`),
    ...Array.from({ length: 15 }, (_, n) => `x-dora${n}`),
  )
  const names = await found('dora')
  expect(names).toHaveLength(20)
  expect(new Set(names).size).toBe(20)
  expect(names[14]).toMatch(/^dora/)
})

test('a search never returns a member with a block, in any spelling', async () => {
  const [ada, zeno] = [await makeMember(server, 'ada'), await makeMember(server, 'zenobia')]
  await server.post('/api/user/block', { user: 'zenobia', other: 'ada' }, { as: zeno })
  for (const term of ['zenobia', 'zeno', 'nobia', 'znba', 'zenobja']) {
    expect([term, await found(term)]).toEqual([term, ['zenobia']])
    const asAda = await server.get('/api/user/get-users', { search_term: term }, { as: ada })
    expect([term, asAda.body.userProfile]).toEqual([term, []])
  }
})
