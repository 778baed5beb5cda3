import { expect, test } from 'vitest'
import { member } from './host.ts'
import { passTime } from './pass-time.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const FIELD = 'Write a reply...'
const NOW = '2026-11-25T08:12:00.000Z'
const broadcast = { id: 7, user: 'kojiro', title: 'This bridge.', body: '', type: 'Track', replies: 2 }
const reply = (id: number, user: string) => ({ id, user, text: `text ${id}`, timestamp: NOW, mentions: [] })
const profile = (name: string) => ({ id: 5, profile: name, bootstrapped: 1, admin: 0, swag: 0 })

async function showBroadcast(more: Parameters<typeof host.responds>[0] = {}) {
  host.responds({
    'get-broadcasts': { broadcasts: [broadcast] },
    'broadcast/replies': { replies: [reply(9, 'mirelle'), reply(8, 'Kamila')] },
    'user/get-users': { userProfile: [] },
    ...more,
  })
  const screen = await showScreen('/broadcast/7', member)
  await screen.shows('text 9')
  return screen
}
const sent = () => host.requests('create-reply').map(({ address }) => new URLSearchParams(address).get('text'))

test('an @ offers the members of the conversation, and Enter inserts the active one instead of sending', async () => {
  const screen = await showBroadcast()
  const field = await screen.getField(FIELD)
  expect(field.getAttribute('aria-activedescendant')).toBeNull()
  await screen.types(FIELD, 'hear this @')
  expect(screen.options()).toEqual(['mirelle', 'Kamila', 'kojiro'])
  expect(field.getAttribute('aria-haspopup')).toBe('listbox')
  expect(screen.activeOption()).toBe('mirelle')
  await screen.types(FIELD, 'mi')
  expect(screen.options()).toEqual(['mirelle', 'Kamila'])
  await screen.presses(FIELD, 'ArrowDown')
  expect(screen.activeOption()).toBe('Kamila')
  await screen.presses(FIELD, 'ArrowDown')
  expect(screen.activeOption()).toBe('mirelle')
  expect(await screen.presses(FIELD, 'Enter')).toBe(true)
  expect(field.value).toBe('hear this @mirelle ')
  expect([screen.options(), field.getAttribute('aria-activedescendant')]).toEqual([[], null])
  expect(sent()).toEqual([])
})

test('Tab inserts a name, a press too, and Escape closes the list until the next @', async () => {
  const screen = await showBroadcast()
  const field = await screen.getField(FIELD)
  await screen.types(FIELD, '@ka')
  await screen.presses(FIELD, 'Tab')
  expect(field.value).toBe('@Kamila ')
  await screen.types(FIELD, '@mi')
  await screen.chooses('mirelle')
  expect(field.value).toBe('@Kamila @mirelle ')
  await screen.types(FIELD, '@k')
  expect(await screen.presses(FIELD, 'Escape')).toBe(true)
  expect(screen.options()).toEqual([])
  await screen.types(FIELD, 'o')
  expect(screen.options()).toEqual([])
  expect(await screen.presses(FIELD, 'Tab')).toBe(false)
  await screen.types(FIELD, ' @k')
  expect(screen.options()).toEqual(['Kamila', 'kojiro'])
})

test('the search is sent once for what was typed, and its members follow those of the device', async () => {
  const screen = await showBroadcast({ 'user/get-users': { userProfile: [profile('mirko'), profile('mirelle')] } })
  await screen.types(FIELD, '@mir')
  expect(screen.options()).toEqual(['mirelle'])
  await screen.presses(FIELD, 'ArrowDown')
  await screen.waits(() => expect(screen.options()).toEqual(['mirelle', 'mirko']))
  expect(screen.activeOption()).toBe('mirelle')
  expect(host.requests('user/get-users').map(({ address }) => address)).toEqual(['user/get-users?search_term=mir'])
})

test('one letter is not searched for, nor is a text after a name', async () => {
  const passes = passTime()
  const screen = await showBroadcast()
  await screen.types(FIELD, '@m')
  await passes(1000)
  await screen.types(FIELD, 'irelle listen to that')
  await passes(1000)
  expect(host.requests('user/get-users')).toEqual([])
})

test.each([500, 429, 404, 'page'] as const)(
  'a search that fails with %s leaves the members of the device',
  async (failure) => {
    const passes = passTime()
    const screen = await showBroadcast({ 'user/get-users': failure })
    await screen.types(FIELD, '@mi')
    await screen.waits(() => expect(host.requests('user/get-users')).toHaveLength(1))
    await passes(120_000)
    expect(screen.options()).toEqual(['mirelle', 'Kamila'])
    expect(host.requests('user/get-users')).toHaveLength(1)
  },
)

test('a search that never ends is aborted by the next key', async () => {
  const screen = await showBroadcast({ 'user/get-users': 'never' })
  await screen.types(FIELD, '@mi')
  await screen.waits(() => expect(host.requests('user/get-users')).toHaveLength(1))
  await screen.types(FIELD, 'r')
  const [first] = host.requests('user/get-users')
  await screen.waits(() => expect(first?.signal?.aborted).toBe(true))
  expect(screen.options()).toEqual(['mirelle'])
})

test('a member that was just blocked is not offered, wherever it would come from', async () => {
  const screen = await showBroadcast({
    'user/get-users': { userProfile: [profile('mirelle'), profile('mirko')] },
    'user/block?': 'never',
    'user/following': { following: [{ following: 'mirelle' }] },
  })
  await screen.press('More about mirelle')
  await screen.press('Block...')
  await screen.press('Block')
  await screen.hides('text 9')
  await screen.types(FIELD, '@mir')
  await screen.waits(() => expect(screen.options()).toEqual(['mirko']))
})

const CAPTION = 'Your thoughts here'
/** The options without the picker's tracks. */
const offered = (screen: { options: () => string[] }) =>
  screen.options().filter((name) => !name.startsWith('Night Bus'))

async function showCaption(responses: Parameters<typeof host.responds>[0] = {}) {
  host.responds({
    'user/status': { viewer: member, unread_messages: 0, waiting_swaps: 0, newest_broadcast: 7 },
    'user/get-users': { userProfile: [profile('mirelle'), profile('mirko')] },
    ...responses,
  })
  const screen = await showScreen('/broadcast-track', member)
  await screen.press(/Night Bus/)
  return screen
}

test('a caption offers members after an @, and Enter inserts the active one', async () => {
  const screen = await showCaption()
  await screen.types(CAPTION, 'thanks @mir')
  await screen.waits(() => expect(offered(screen)).toEqual(['mirelle', 'mirko']))
  await screen.presses(CAPTION, 'Enter')
  expect((await screen.getField(CAPTION)).value).toBe('thanks @mirelle ')
  expect(offered(screen)).toEqual([])
})

test('a caption offers no name that does not fit', async () => {
  const screen = await showCaption()
  await screen.enters(CAPTION, `${'x'.repeat(489)} `)
  await screen.types(CAPTION, '@mir')
  // 490 characters, `@mirelle ` and `@mirko `.
  await screen.waits(() => expect(offered(screen)).toEqual(['mirelle', 'mirko']))
  await screen.enters(CAPTION, `${'x'.repeat(492)} `)
  await screen.types(CAPTION, '@mir')
  await screen.waits(() => expect(offered(screen)).toEqual(['mirko']))
})

test('a caption on a host without our additions offers no members', async () => {
  const passes = passTime()
  const screen = await showCaption({ 'user/status': 404 })
  await screen.types(CAPTION, '@mir')
  await passes(1000)
  expect(offered(screen)).toEqual([])
  expect(host.requests('user/get-users')).toEqual([])
})

test('the names in a caption are links, on its page and in the feed', async () => {
  const mentions = [{ written: 'mirelle', username: 'Mirelle' }]
  const mentioning = { ...broadcast, title: 'thanks @mirelle and @nobody', track: 'Night Bus', artist: 'x', mentions }
  host.responds({
    'get-broadcasts': { broadcasts: [{ ...mentioning, body: 'Night Bus by x' }] },
    'broadcast/replies': { replies: [] },
  })
  for (const address of ['/broadcast/7', '/']) {
    const screen = await showScreen(address, member)
    await screen.waits(() => expect(screen.targets()).toContain('/profile/Mirelle'))
    expect(screen.links()).toContain('@mirelle')
    await screen.contains('thanks @mirelle and @nobody')
  }
})
