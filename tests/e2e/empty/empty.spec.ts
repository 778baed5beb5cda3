import { MEMBER_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { fillLogIn, fillSignUp, logIn, newMember, signUp, write } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

test('an empty feed suggests sharing first', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('No broadcasts yet. Be the first to share!')).toBeVisible()
})

test('a rejected sign-up shows the reason, and the form stays filled', async ({ page, server }) => {
  const taken = await signUp(server.url)
  const member = newMember()
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please fill in all fields.')
  await fillSignUp(page, member, 'another password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match.')
  await expect(page.getByLabel('Music account username')).toHaveValue(member.name)
  await fillSignUp(page, { ...member, name: taken.name })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert')).toContainText(/taken/i)
  await expect(page.getByLabel('Email')).toHaveValue(`${taken.name}@flipside.example`)
})

test('a wrong password shows an error, and no member is signed in', async ({ page, server }) => {
  const member = await signUp(server.url)
  await page.goto('/login')
  await fillLogIn(page, member.name, 'not this one')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'username' })).toHaveValue(member.name)
  expect(await page.evaluate((key) => localStorage.getItem(key), MEMBER_KEY)).toBeNull()
})

test('passwords are neither in the resource timings of a page nor in the server log', async ({ page, server }) => {
  const member = await signUp(server.url)
  await logIn(page, member)
  await expect(page).toHaveURL('/')
  // The list was cleared, which only the app's watch does, and must stay without entries.
  const entries = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const isEmptied = async () => !(await entries()).some((name) => name.includes('/assets/login-'))
  await expect.poll(isEmptied).toBe(true)
  expect((await entries()).filter((name) => name.includes('password'))).toEqual([])
  expect(server.printed()).toContain('POST /api/user/login')
  expect(server.printed()).not.toMatch(/password\W|the\W+password/)
})

test('a newcomer without listens sees that there are no tracks', async ({ page, server }) => {
  await logIn(page, await signUp(server.url))
  await page.goto('/broadcast-track')
  await expect(page.getByText('No tracks found')).toBeVisible()
})

test('signing out removes all data of the member from the device', async ({ page, server }) => {
  const member = await signUp(server.url)
  await logIn(page, member)
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
  const left = await page.evaluate(async () => ({
    local: Object.entries(localStorage).flat().join(' '),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    caches: await caches.keys(),
  }))
  expect(JSON.stringify(left)).not.toContain(member.name)
  // The server gets the request as soon as possible; the reload may come before that.
  const cookies = async () => (await page.context().cookies()).map(({ value }) => value).filter((value) => value !== '')
  await expect.poll(cookies).toEqual([])
})

test('no acknowledged write is lost when the server is killed while it writes', async ({ server }) => {
  const [reader, writer] = [await signUp(server.url), await signUp(server.url, 'bo')]
  const acknowledged: string[] = []
  const writing = (async () => {
    for (let count = 0; server.isRunning; count++) {
      const message = `message ${count}`
      const response = await write(server.url, writer, '/api/send-direct-message', {
        user: writer.name,
        recipient: reader.name,
        message,
      }).catch(() => null)
      if (response?.ok) acknowledged.push(message)
    }
  })()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
  await server.kill()
  await writing
  await server.start()
  const rows = await server.query<{ message: string }>(
    'select d.body as message from messages d join members m on m.id = d.sender_id where m.name = $1',
    writer.name,
  )
  const stored = new Set(rows.map(({ message }) => message))
  expect(acknowledged.filter((message) => !stored.has(message))).toEqual([])
})

test('the error of a form is visible after each submission, also above a keyboard', { tag: NIGHTLY }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 420 })
  await page.goto('/signup')
  await fillSignUp(page, newMember(), 'something else')
  const alert = page.getByRole('alert')
  for (let turn = 0; turn < 2; turn++) {
    const again = page.getByLabel('Re-enter password')
    await again.focus()
    await again.evaluate((field) => field.scrollIntoView({ block: 'end' }))
    await page.keyboard.press('Enter')
    await expect(alert).toHaveText('Passwords do not match.')
    await expect(alert).toBeInViewport({ ratio: 1 })
  }
})
