import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUpWithListens, write } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

/** 64 letters at most; `signUp` adds eight. */
const PREFIX = 'w'.repeat(56)
const UNBROKEN = 'y'.repeat(60)

/**
 * Runs in the page: returns the innermost elements that end beyond the screen's edge, without those
 * that a container clips or scrolls.
 */
function findOutside(): string[] {
  const { clientWidth } = document.documentElement
  const isBeyond = (element: Element) => element.getBoundingClientRect().right > clientWidth + 0.5
  const isCut = (element: Element): boolean => {
    const around = element.parentElement
    if (around === null || around.localName === 'main') return false
    return (getComputedStyle(around).overflowX !== 'visible' && !isBeyond(around)) || isCut(around)
  }
  const isOutside = (element: Element) => isBeyond(element) && !isCut(element)
  return [...document.querySelectorAll('main *')]
    .filter((element) => element.checkVisibility() && isOutside(element) && ![...element.children].some(isOutside))
    .map((element) => `${element.tagName} "${element.textContent?.slice(0, 30)}"`)
}

test('a name without a place to wrap pushes nothing off a screen', { tag: NIGHTLY }, async ({ page, server }) => {
  const [ada, long] = await Promise.all([signUpWithListens(server.url), signUpWithListens(server.url, PREFIX)])
  await server.query('update members set is_admin = true where name = any($1)', [ada.name, long.name])
  const [track] = await server.query<{ id: string }>('select id from tracks order by id limit 1')
  const about = { title: UNBROKEN, body: '', relatedtype: 'Track', relatedid: String(track?.id) }
  await write(server.url, long, '/api/create-broadcast', { user: long.name, ...about })
  const [row] = await server.query<{ id: string }>('select id from broadcasts where title = $1', UNBROKEN)
  const broadcast = String(row?.id)
  await write(server.url, ada, '/api/create-reply', { user: ada.name, broadcast, text: `Hi @${long.name}` })
  await write(server.url, long, '/api/create-reply', { user: long.name, broadcast, text: UNBROKEN })
  await write(server.url, long, '/api/user/follow', { follower: long.name, followee: ada.name })
  await write(server.url, ada, '/api/user/report', { user: ada.name, other: long.name, reason: UNBROKEN })
  await write(server.url, long, '/api/send-direct-message', {
    user: long.name,
    recipient: ada.name,
    message: UNBROKEN,
  })
  await logIn(page, ada)
  const outside: string[] = []
  for (const path of [
    '/activity',
    '/dm',
    `/dm/${long.name}`,
    `/profile/${long.name}`,
    `/followers/${ada.name}`,
    `/broadcast/${broadcast}`,
    `/listens?user=${long.name}`,
    `/charts?user=${long.name}`,
    '/admin',
    '/admin/members',
    `/admin/members/${long.name}`,
  ])
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      await expect(page.locator('main:not([inert], #filled *)').getByText(long.name).first(), path).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      outside.push(...(await page.evaluate(findOutside)).map((element) => `${path} at ${width} px: ${element}`))
    }
  // Other tests on this server count open reports.
  await server.query('delete from reports where reason = $1', UNBROKEN)
  expect(outside).toEqual([])
})
