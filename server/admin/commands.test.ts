import { expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { addPasskey, makeMemberWithPassword } from '#tests/support/passkeys.ts'
import { testServer } from '#tests/support/test-server.ts'
import { commands } from './commands.ts'

const server = await testServer()
const ada = await makeMember(server, 'ada')

const run = (name: string, argument = '') =>
  commands[name]?.run({ db: server.db, config: server.config, log: server.services.log, argument })
const listActions = async () => {
  const rows = await server.db.selectFrom('audit_log').select(['action', 'admin_id', 'detail']).orderBy('id').execute()
  return rows.map(({ action, admin_id, detail }) => [action, admin_id, detail])
}

test('rights of an admin are granted and revoked on the command line, also those of the last admin', async () => {
  expect(await run('grant', '@ADA')).toBe('ada is now an admin.')
  expect((await server.get('/api/admin/reports', {}, { as: ada })).status).toBe(200)
  expect(await run('revoke', 'ada')).toBe('ada is no longer an admin.')
  expect((await server.get('/api/admin/reports', {}, { as: ada })).status).toBe(403)
  expect(await listActions()).toEqual([
    ['admin_granted', null, ''],
    ['admin_revoked', null, ''],
  ])
})

test('passkeys are removed on the command line', async () => {
  const bo = await makeMemberWithPassword(server, 'bo')
  await addPasskey(server, bo)
  const removed = 'bo logs in with the password only: 1 passkey is removed. Sessions go on.'
  expect(await run('remove-passkeys', 'bo')).toBe(removed)
  expect(await server.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  expect(server.lines.join('\n')).toContain(`event=passkey_removed member=${bo.id} passkeys=1`)
  expect((await listActions()).at(-1)).toEqual(['passkeys_removed', null, '1'])
})

test('an invitation is made on the command line', async () => {
  expect(await run('invite')).toMatch(/^Within 7 days, once:\nhttps?:\/\/.*\/signup\?invitation=[\w-]{22}$/)
  expect((await listActions()).at(-1)).toEqual(['invitation_made', null, '1 uses, 7 days'])
})

test.each(['System', 'nobody'])('the member %s is unknown to the command line', async (name) => {
  await expect(run('grant', name)).rejects.toThrow(`There is no member "${name}".`)
})
