import { expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { addPasskey, makeMemberWithPassword } from '#tests/support/passkeys.ts'
import { testServer } from '#tests/support/test-server.ts'
import type { AdminCommandInput } from './command.ts'
import { commands } from './commands.ts'

const server = await testServer()
await makeMember(server, 'ada')

const run = (name: string, argument = '', options: AdminCommandInput['options'] = {}) =>
  commands[name]?.run({ db: server.db, config: server.config, log: server.services.log, argument, options })

test('the command line makes the measures of the app, and each is in the log', async () => {
  expect(await run('grant', '@ADA')).toBe('ada is now an admin.')
  expect(await run('warn', 'ada', { reason: 'Be\u001b[2J kind.' })).toBe('ada sees the warning until it is confirmed.')
  expect(await run('note', 'ada', { reason: 'A friend of bo' })).toBe('The note about ada is saved.')
  const until = `${new Date().getUTCFullYear() + 1}-01-01`
  expect(await run('suspend', 'ada', { reason: 'Spam', until })).toContain(`until ${until} 00:00 UTC`)
  expect(await run('member', 'ada')).toMatch(
    /^ada, admin\n[^]*suspended until [^]*: Spam\nwarning of .*: Be \[2J kind\.\nnote of/,
  )
  expect(await run('members', '', { state: 'suspended' })).toMatch(/^ada .*admin, suspended\n1 member, 1 listed\.$/)
  expect(await run('reinstate', 'ada')).toBe('ada is reinstated.')
  expect(await run('reinstate', 'ada')).toBe('ada is not suspended.')
  // The command line may end the last admin's rights.
  expect(await run('revoke', 'ada')).toBe('ada is no longer an admin.')
  expect(
    (await run('log', 'ada'))?.split('\n').map((line) => line.replace(/^.*command line: (\w+),.*$/, '$1')),
  ).toEqual(['admin_revoked', 'reinstated', 'suspended', 'note_added', 'warned', 'admin_granted'])
})

test('the record of a member has the number of passkeys, which the command line removes', async () => {
  const bo = await makeMemberWithPassword(server, 'bo')
  await addPasskey(server, bo)
  expect(await run('member', 'bo')).toContain('passkeys: 1, single sign-on: not linked\n')
  const removed = 'bo logs in with the password only: 1 passkey is removed. Sessions go on.'
  expect(await run('remove-passkeys', 'bo')).toBe(removed)
  expect(await run('member', 'bo')).toContain('passkeys: 0, single sign-on: not linked\n')
  expect(server.lines.join('\n')).toContain(`event=passkey_removed member=${bo.id} passkeys=1`)
  expect(await run('log', 'bo')).toMatch(/command line: passkeys_removed, bo, 1$/)
})

test('sessions are listed with their device, and ended', async () => {
  const cy = await makeMemberWithPassword(server, 'cy')
  await server.db.deleteFrom('sessions').where('member_id', '=', cy.id).execute()
  const headers = { 'user-agent': 'curl/8.5.0' }
  await server.post('/api/user/login', { user: 'cy', password: cy.password }, { headers })
  expect(await run('sessions', 'cy')).toMatch(/^cy is signed in at 1:\n#\d+ {2}curl, since .* UTC, last used .* UTC$/)
  expect(await run('end-sessions', 'cy')).toBe('cy is signed out: 1 session has ended. Players keep their access.')
  expect(await run('sessions', 'cy')).toBe('cy is signed in nowhere.')
})

test('settings and invitations are made on the command line, within their limits', async () => {
  expect(await run('settings', 'sign_up=invited')).toBe('sign_up is changed.')
  expect(await run('settings')).toContain('sign_up=invited')
  expect(await run('invite', '', { uses: '3' })).toMatch(
    /^Within 7 days, 3 times:\nhttps?:\/\/.*\/signup\?invitation=[\w-]{22}$/,
  )
  await expect(run('settings', 'sign_up=maybe')).rejects.toThrow('sign_up must be open, invited or closed.')
  await expect(run('settings', 'colour=red')).rejects.toThrow(/^The settings are name, /)
  await expect(run('invite', '', { days: '91' })).rejects.toThrow('--days is a number from 1 to 90.')
})

test.each([
  ['suspend', 'ada', {}, 'The command needs --reason <text>.'],
  ['warn', 'ada', { reason: 'x'.repeat(501) }, '--reason is a text of at most 500 characters.'],
  [
    'suspend',
    'ada',
    { reason: 'x', until: 'soon' },
    '--until is a day such as 2026-12-24, or a time such as 2026-12-24T18:00Z.',
  ],
  ['suspend', 'ada', { reason: 'x', until: '2020-01-01' }, 'The end must be in the future.'],
  ['warn', 'System', { reason: 'x' }, 'There is no member "System".'],
  ['hide', '#999', {}, 'This broadcast no longer exists.'],
  ['members', '', { state: 'asleep' }, '--state is all, suspended, admins.'],
] as const)('the command %s %s %j is rejected', async (name, argument, options, error) => {
  await expect(run(name, argument, options)).rejects.toThrow(error)
})
