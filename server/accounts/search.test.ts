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

test('the name itself comes first, then names that begin with the term, then names that contain it', async () => {
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
])('a name is found with %s', async (_, term) => {
  expect((await found(term)).filter((name: string) => name !== 'Miriam')[0]).toBe('mirelle')
})

test('what is near to no name finds nobody, and two letters are not guessed at', async () => {
  expect(await found('zzzz')).toEqual([])
  expect(await found('mx')).toEqual([])
  expect(await found('ml')).toEqual([])
})

test('a partial name is contained, never guessed', async () => {
  expect(await partial('irell')).toEqual(['mirelle', 'amirelle', 'mirelle-b'])
  expect(await partial('mrll')).toEqual([])
})

test('signs and letters beyond ASCII are nothing special', async () => {
  expect(await partial('oscar%')).toEqual(['oscar%'])
  expect(await partial('oscar_')).toEqual(['oscar_9'])
  expect(await partial('%%%')).toEqual([])
  expect(await partial('___')).toEqual([])
  expect(await partial('\\\\\\')).toEqual([])
  expect(await found('ÑANDU')).toEqual(['ñandú'])
})

test('a term that folds to many times its length costs no more than one of 64 letters', async () => {
  const term = '\ufdfa'.repeat(64)
  expect(Array.from(foldTerm(term))).toHaveLength(64)
  expect(toOneWrongPatterns(foldTerm(term)).length).toBeLessThan(64)
  const startedAt = performance.now()
  expect(await found(term)).toEqual([])
  expect(performance.now() - startedAt).toBeLessThan(500)
})

test('twenty at most, and none of them twice', async () => {
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

test('whoever blocked is not found, however the name is written', async () => {
  const [ada, zeno] = [await makeMember(server, 'ada'), await makeMember(server, 'zenobia')]
  await server.post('/api/user/block', { user: 'zenobia', other: 'ada' }, { as: zeno })
  for (const term of ['zenobia', 'zeno', 'nobia', 'znba', 'zenobja']) {
    expect([term, await found(term)]).toEqual([term, ['zenobia']])
    const asAda = await server.get('/api/user/get-users', { search_term: term }, { as: ada })
    expect([term, asAda.body.userProfile]).toEqual([term, []])
  }
})
