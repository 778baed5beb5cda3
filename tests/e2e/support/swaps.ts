import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { turnDownloadsOff } from './downloads.ts'
import { isReadyForOffline, logIn, type Member, session, signUpWithListens, write } from './people.ts'
import type { Server } from './server.ts'
import { watchFaults } from './watch.ts'
import { isWithWorker } from './with-worker.ts'
import { expect, test } from './world.ts'

/** A member in the game with their own phone. */
export interface Player extends Member {
  readonly context: BrowserContext
  readonly page: Page
  readonly faults: readonly string[]
}

/** Creates a member with listens, signed in on their own phone. */
export const aPlayer = async (browser: Browser, server: Server, prefix: string): Promise<Player> =>
  openPhone(browser, server, await signUpWithListens(server.url, prefix))

/** Signs a member in on their own phone; it can go offline in a test with the service worker. */
export async function openPhone(browser: Browser, server: Server, member: Member): Promise<Player> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
  await turnDownloadsOff(context)
  const faults = watchFaults(context)
  const page = await context.newPage()
  await logIn(page, member)
  if (isWithWorker(test.info())) await isReadyForOffline(page)
  return { ...member, context, page, faults }
}

/** Closes their phones, after checking that they logged no errors. */
export async function putAway(...players: readonly Player[]): Promise<void> {
  for (const { context } of players) await context.close()
  expect(players.flatMap(({ faults }) => faults)).toEqual([])
}

const picker = (page: Page): Locator => page.getByRole('listbox').getByRole('option')

/** Chooses a member by name in the battle. */
export async function chooseMatch(page: Page, name: string): Promise<void> {
  await page.goto('/track-swap?find=')
  await page.getByRole('combobox', { name: 'Username' }).fill(name)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: `Swap with ${name}` }).click()
  await expect(page.getByText('Matched with:')).toBeVisible()
}

/** Chooses the picker's first track and sends it to the match; returns its name. */
export async function sendSwap(page: Page): Promise<string> {
  const track = await chooseTrack(page)
  await page.getByRole('button', { name: 'Send Swap' }).click()
  await expect(page).toHaveURL('/track-swap-confirmation')
  return track
}

/** Chooses a track in the picker; returns its name. */
export async function chooseTrack(page: Page, at = 0): Promise<string> {
  const option = picker(page).nth(at)
  await option.click()
  await expect(option).toHaveAttribute('aria-selected', 'true')
  return (await option.innerText()).split('\n')[0] ?? ''
}

/** Rates a track that the member knows, without sending it. */
export async function chooseRating(page: Page, rating: number): Promise<void> {
  await page.getByRole('button', { name: 'I know it' }).click()
  await page.getByRole('radio', { name: String(rating) }).check()
}

/** Opens the swap with a member from the history. */
export async function openFromHistory(page: Page, name: string): Promise<void> {
  await page.goto('/track-swap-history')
  await page.getByRole('list', { name: 'Track swaps' }).getByRole('link').filter({ hasText: name }).first().click()
  await expect(page).toHaveURL(/\/track-swap-detail\?id=/)
}

/** Returns the tracks that a member may swap, most played first. */
export async function tracksOf(server: Server, member: Member): Promise<readonly { id: number; track: string }[]> {
  const query = new URLSearchParams({ user: member.name, period: '1month', limit: '20' })
  const cookie = await session(server.url, member)
  const response = await fetch(`${server.url}/api/user/top-tracks?${query}`, { headers: { cookie } })
  // the app's own server has this shape
  const { topTracks } = (await response.json()) as { topTracks: { id: number; track: string }[] }
  return topTracks
}

/** Starts a swap with its first track, by plain HTTP; returns its id. */
export async function begin(server: Server, member: Member, matched: string): Promise<number> {
  const response = await write(server.url, member, '/api/create-song-swap', {
    user: member.name,
    matched_user: matched,
  })
  // the app's own server has this shape
  const { song_swap_id } = (await response.json()) as { song_swap_id: number }
  await sendTrack(server, member, song_swap_id)
  return song_swap_id
}

/** Sends a member's first track into a swap, by plain HTTP. */
export async function sendTrack(server: Server, member: Member, id: number): Promise<void> {
  const [track] = await tracksOf(server, member)
  const query = { user: member.name, songswapid: String(id), trackid: String(track?.id ?? 0) }
  await write(server.url, member, '/api/add-song-swap-track', query)
}

/** Rates in a swap, by plain HTTP. */
export async function rate(server: Server, member: Member, id: number, reaction: number): Promise<void> {
  const query = { user: member.name, songswapid: String(id), reaction: String(reaction) }
  await write(server.url, member, '/api/add-song-swap-reaction', query)
}

/** Returns a member's swag from the database. */
export async function swagOf(server: Server, name: string): Promise<number> {
  const rows = await server.query<{ swag: number }>('select swag::int as swag from members where name = $1', name)
  return rows[0]?.swag ?? Number.NaN
}

/** Completes a swap of long titles between two new members, who share the results. */
export async function shareSwap(url: string): Promise<number> {
  const [ada, bo] = [await signUpWithListens(url, 'ada'), await signUpWithListens(url, 'bo')]
  const begun = await write(url, ada, '/api/create-song-swap', { user: ada.name, matched_user: bo.name })
  const { song_swap_id: id }: { song_swap_id: number } = await begun.json()
  const act = (member: Member, path: string, query: Readonly<Record<string, string>> = {}) =>
    write(url, member, path, { user: member.name, songswapid: String(id), ...query })
  for (const member of [ada, bo]) {
    const headers = { cookie: await session(url, member) }
    const top = await fetch(`${url}/api/user/top-tracks?user=${member.name}&period=12month&limit=50`, { headers })
    const { topTracks }: { topTracks: readonly { id: number; track: string }[] } = await top.json()
    const [longest] = topTracks.toSorted((a, b) => b.track.length - a.track.length)
    await act(member, '/api/add-song-swap-track', { trackid: String(longest?.id) })
  }
  for (const member of [bo, ada]) await act(member, '/api/add-song-swap-reaction', { reaction: '4' })
  for (const member of [bo, ada]) await act(member, '/api/share-song-swap')
  return id
}
