import { expect, test } from 'vitest'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

async function fill(fields: Record<string, string>) {
  const screen = await showScreen('/signup', null)
  for (const [label, words] of Object.entries(fields)) await screen.enters(label, words)
  await screen.press('Sign Up')
  return screen
}
const whole = {
  'Music account username': 'Mirelle',
  Email: 'mirelle@example.org',
  Password: 'abcd',
  'Re-enter password': 'abcd',
}

test('the rules of a sign-up are shown before it is sent', async () => {
  const screen = await showScreen('/signup', null)
  await screen.shows('At least 8 characters, neither common nor your username.')
  await screen.shows('Your name at Last.fm or ListenBrainz, if you have one. 2 to 64 characters, with a letter.')
})

test('everything that the server finds wrong is shown at once, after one request', async () => {
  const error = 'This username is taken. Your password needs at least 8 characters.'
  host.responds({ 'user/create-profile': { status: 400, json: { error } } })
  const screen = await fill(whole)
  await screen.shows(error)
  expect(host.requests('user/create-profile')).toHaveLength(1)
  expect(screen.values()).toEqual(Object.values(whole))
})

test('the log-in after a sign-up has the new name', async () => {
  host.responds({ 'user/create-profile': { status: 200, json: { success: true } } })
  const screen = await fill({ ...whole, Password: 'a long one 7', 'Re-enter password': 'a long one 7' })
  await screen.shows('Welcome. Log in with your new account.')
  await screen.getField('Website password')
  expect(screen.values()).toEqual([whole['Music account username'], ''])
})

test('everything that the form finds wrong is shown at once, without a request', async () => {
  const screen = await fill({ ...whole, Email: 'none', 'Re-enter password': 'abce' })
  await screen.shows(
    'Passwords do not match. Your email must be an email address. Your password needs at least 8 characters.',
  )
  expect(host.requests('user/create-profile')).toEqual([])
})

test('the fields of /signup and /login are masked, filled by password managers and open to pasted text', async () => {
  const readFields = async (path: string, labels: readonly string[]) => {
    const screen = await showScreen(path, null)
    const fields: unknown[] = []
    for (const label of labels) {
      const field = await screen.getField(label)
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
      fields.push([field.getAttribute('type'), field.autocomplete, field.maxLength, field.dispatchEvent(paste)])
    }
    return fields
  }
  expect(await readFields('/signup', ['Music account username', 'Email', 'Password', 'Re-enter password'])).toEqual([
    ['text', 'username', -1, true],
    ['email', 'email', -1, true],
    ['password', 'new-password', -1, true],
    ['password', 'new-password', -1, true],
  ])
  expect(await readFields('/login', ['Music account username', 'Website password'])).toEqual([
    ['text', 'username', -1, true],
    ['password', 'current-password', -1, true],
  ])
})
