import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const READ = 'user/followed-account'
const FOLLOW = 'user/follow-account'
const show = (offered: object) => {
  host.responds({ [READ]: { takes_address: true, ...offered, account: null }, [FOLLOW]: { success: true } })
  return showScreen('/settings/listening', member)
}

test('an account is followed with a token, which is sent once, without a client id', async () => {
  const screen = await show({ takes_token: true })
  await screen.types('Token (optional)', 'secret')
  await screen.press('Follow')
  await screen.waits(() => expect(host.requests(FOLLOW)).toHaveLength(1))
  const [sent] = host.requests(FOLLOW)
  expect(sent?.address).toMatch(/&token=secret$/)
  expect(sent?.address).not.toContain('client_id')
})

test('a server that takes no token offers no field for one', async () => {
  const screen = await show({})
  await screen.getField('Account name')
  expect(document.body.textContent).not.toContain('Token (optional)')
  await screen.press('Follow')
  await screen.waits(() => expect(host.requests(FOLLOW)).toHaveLength(1))
  expect(host.requests(FOLLOW)[0]?.address).not.toContain('token')
})
