import { stepPeriod, toWeek } from '#contract/recaps/periods.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { pushedEntry, pushJson } from '#tests/support/pushes.ts'
import {
  feed,
  isReadyForOffline,
  logIn,
  readStoredTexts,
  shareTrack,
  signUp,
  signUpWithListens,
  write,
} from '../support/people.ts'
import { allowPushes } from '../support/push.ts'
import { begin } from '../support/swaps.ts'
import { say, share } from '../support/talk.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const AT = new Date().toISOString()

test('a pushed message is shown, and its conversation has it without a connection', { tag: WITH_WORKER }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await isReadyForOffline(page)
  await page.goto('/')
  const browser = await allowPushes(page)
  await page.context().setOffline(true)
  const flipside = {
    path: `/dm/${bo.name}`,
    activity: pushedEntry(900_000_001, 'message', { username: bo.name, subject: 'see you at eight', timestamp: AT }),
    message: { id: 900_000_001, message: 'see you at eight, by the gate', timestamp: AT, type: 'Incoming' },
  }
  await browser.deliver(JSON.stringify(pushJson(ada.name, flipside, { title: bo.name })))
  await expect.poll(browser.shown).toEqual([`${bo.name}: wrote: see you at eight`])
  await expect.poll(() => page.evaluate(() => document.title)).toContain('Flipside')
  // Without a conversation that was ever opened here.
  await browser.press(bo.name)
  await expect(page).toHaveURL(`/dm/${bo.name}`)
  await expect(page.getByText('see you at eight, by the gate')).toBeVisible()
  await expect.poll(browser.shown).toEqual([])

  // After a restart too, and in the notification centre.
  await page.reload()
  await expect(page.getByText('see you at eight, by the gate')).toBeVisible()
  await page.goto('/activity')
  await expect(page.getByText('wrote: see you at eight')).toBeVisible()
  await page.context().setOffline(false)
})

test('whatever a notification points to opens in a tunnel, also after a restart', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  test.setTimeout(120_000)
  const [ada, bo] = [await signUpWithListens(server.url), await signUpWithListens(server.url, 'bo')]
  const [own, others] = [await share(server, ada, 'a song for a bridge'), await share(server, bo, 'a song for a train')]
  const reply = (broadcast: string, text: string) =>
    write(server.url, bo, '/api/create-reply', { user: bo.name, broadcast, text })
  await reply(own, 'which bridge?')
  await reply(others, `ask @${ada.name}`)
  await write(server.url, bo, '/api/user/follow', { follower: bo.name, followee: ada.name })
  const swap = await begin(server, bo, ada.name)
  const ended = await begin(server, ada, bo.name)
  await write(server.url, bo, '/api/decline-song-swap', { user: bo.name, songswapid: String(ended) })
  const long = `${'夜'.repeat(600)} the end`
  await say(server, bo, ada, long)
  await logIn(page, ada)
  await isReadyForOffline(page)
  await page.goto('/')
  const browser = await allowPushes(page)
  await browser.delayNothing()

  const { id: week } = stepPeriod(toWeek(new Date().toISOString().slice(0, 10)), -1)
  const replies = page.getByRole('region', { name: 'Replies' })
  const heading = (level: number, name: string) => page.getByRole('heading', { level, name })
  /** The part of its key under which the screen's last response is stored. */
  const targets = [
    ['reply', `/broadcast/${own}`, `["broadcasts","replies",${own}]`, replies.getByText('which bridge?')],
    ['mention', `/broadcast/${others}`, `["broadcasts","replies",${others}]`, replies.getByText('ask @')],
    ['like', `/broadcast/${own}`, `["broadcasts","one",${own}]`, page.getByText('a song for a bridge')],
    ['follow', `/profile/${bo.name}`, `["accounts","profile","${bo.name}"]`, heading(1, bo.name)],
    ['weekly_report', `/week?week=${week}`, `"recaps","week","${ada.name}","${week}"`, heading(2, 'Listening clock')],
    ['swap_turn', `/track-swap-detail?id=${swap}`, `"id":${swap},"initiated_user"`, page.getByText(bo.name).first()],
    [
      'swap_result',
      `/track-swap-detail?id=${ended}`,
      `"id":${ended},"initiated_user"`,
      heading(2, 'This Track Swap Was Declined'),
    ],
    ['message', `/dm/${bo.name}`, '夜 the end', page.getByRole('log').getByText('the end')],
  ] as const
  for (const [place, [kind, path, key, shown]] of targets.entries())
    await test.step(kind, async () => {
      const activity = pushedEntry(900_000_010 + place, kind, { username: bo.name, timestamp: AT })
      const flipside = { kind, path, activity, message: undefined }
      await browser.deliver(JSON.stringify(pushJson(ada.name, flipside, { title: kind, tag: kind })))
      await expect.poll(() => readStoredTexts(page)).toContain(key)
      await page.context().setOffline(true)
      await browser.press(kind)
      // The path of a week redirects to its screen.
      await expect(page).toHaveURL(path.replace('/week?week=', '/listening?period='))
      await expect(shown).toBeVisible()
      await page.reload()
      await expect(shown).toBeVisible()
      await page.context().setOffline(false)
    })
})

test('malformed pushes, and those for another member, are shown without content', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  const ada = await signUp(server.url)
  await logIn(page, ada)
  await isReadyForOffline(page)
  await page.goto('/')
  const browser = await allowPushes(page)
  const generic = 'Flipside: Something new happened. Open Flipside to see it.'
  await browser.deliver('{"web_push":8030')
  await expect.poll(browser.shown).toEqual([generic])
  await browser.deliver(JSON.stringify(pushJson('another-member')))
  await expect.poll(browser.shown).toEqual([generic])
  await page.goto('/dm/Bo')
  await expect(page.getByText('see you at eight')).toHaveCount(0)
})

test('a notification is closed once its entry is seen, and all are at the sign-out', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await isReadyForOffline(page)
  await page.goto('/')
  const browser = await allowPushes(page)
  await write(server.url, bo, '/api/user/follow', { follower: bo.name, followee: ada.name })
  const listed = await page.request.get(`${server.url}/api/user/activity?user=${ada.name}`)
  const { activity } = await listed.json()
  const entry = pushedEntry(activity[0].id, 'follow', { username: bo.name, timestamp: AT })
  const follow = { kind: 'follow', path: `/profile/${bo.name}`, activity: entry, message: undefined }
  const notification = { title: bo.name, body: 'follows you.', tag: 'follow-1' }
  await browser.deliver(JSON.stringify(pushJson(ada.name, follow, notification)))
  await expect.poll(browser.shown).toEqual([`${bo.name}: follows you.`])
  await page.getByRole('link', { name: /^Notifications/ }).click()
  await expect(page.getByRole('link', { name: new RegExp(`New: ${bo.name} follows you`) })).toBeVisible()
  await expect.poll(browser.shown).toEqual([])

  await browser.deliver(JSON.stringify(pushJson(ada.name)))
  await expect.poll(browser.shown).toHaveLength(1)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
  await expect.poll(browser.shown).toEqual([])
  await browser.deliver(JSON.stringify(pushJson(ada.name)))
  await expect.poll(browser.shown).toEqual(['Flipside: Something new happened. Open Flipside to see it.'])
})

test('notifications are offered after a first success, a refusal is explained, and a no is remembered', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  await page.clock.install()
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => 'denied'
  })
  const card = page.getByRole('region', { name: 'Get notified' })
  await logIn(page, await signUpWithListens(server.url))
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await page.clock.runFor(5000)
  await expect(card).toHaveCount(0)

  await shareTrack(page, 'a first broadcast')
  await page.clock.runFor(5000)
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Turn On Notifications' }).click()
  await expect(card.getByRole('alert')).toContainText('This browser blocks notifications from this site.')
  await card.getByRole('button', { name: 'Not now' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await page.clock.runFor(5000)
  await expect(card).toHaveCount(0)
})
