import { NIGHTLY } from '#tests/support/nightly.ts'
import { fillLogIn } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

test('a start of the demo prints a name and a password, with which a visitor logs in', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [, name = '', password = ''] = /Log in as (\S+), .* with the password (\S+)\.\n/.exec(server.printed()) ?? []
  expect([name, password], server.printed()).toEqual(['mirelle', expect.stringMatching(/^(?:\w{4}-){2}\w{4}$/)])
  await page.goto('/login')
  await fillLogIn(page, name, password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
})
