import type { Browser } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import type { Server } from '../support/server.ts'
import {
  aPlayer,
  begin,
  chooseMatch,
  chooseRating,
  chooseTrack,
  type Player,
  putAway,
  rate,
  sendSwap,
  sendTrack,
} from '../support/swaps.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

/** A game up to the step that is taken in the tunnel. */
interface Game {
  readonly server: Server
  /** The initiator. */
  readonly ada: Player
  readonly bo: Player
  /** 0 before it has begun. */
  readonly swap: number
}

interface Step {
  readonly title: string
  readonly who: 'ada' | 'bo'
  /** Takes the others' steps before, by plain HTTP. Returns the swap's id. */
  readonly before: (server: Server, ada: Player, bo: Player) => Promise<number>
  /** Opens the screens that the step needs while there is a connection. */
  readonly look: (game: Game) => Promise<void>
  readonly act: (game: Game) => Promise<void>
  /** The text in the tunnel, also after a reload, that shows that the step is stored. */
  readonly kept: RegExp
  /** The server's row for the game afterwards. */
  readonly row: object
  /** The calls by the member in the tunnel, in the order in which the server accepted them. */
  readonly calls: readonly string[]
}

const CREATE = '/api/create-song-swap'
const TRACK = '/api/add-song-swap-track'
const RATE = '/api/add-song-swap-reaction'
const nothing = {
  swaps: 1,
  firstTracks: 1,
  responses: 0,
  matched_rating: null,
  initiator_rating: null,
  swagOfAda: 0,
  swagOfBo: 0,
}

const answered = async (server: Server, ada: Player, bo: Player) => {
  const id = await begin(server, ada, bo.name)
  await sendTrack(server, bo, id)
  await rate(server, bo, id, 3)
  return id
}

const steps: readonly Step[] = [
  {
    title: 'a match is chosen, a track is picked and sent',
    who: 'ada',
    before: async () => 0,
    look: async ({ ada, bo }) => {
      await chooseMatch(ada.page, bo.name)
      await expect(ada.page.getByRole('option').first()).toBeVisible()
    },
    act: async ({ ada }) => {
      await sendSwap(ada.page)
    },
    kept: /Track swap saved\. It is sent when you are back online\./,
    row: nothing,
    calls: [CREATE, TRACK],
  },
  {
    title: 'an invite is answered with a rating and a track',
    who: 'bo',
    before: (server, ada, bo) => begin(server, ada, bo.name),
    look: async ({ bo, swap }) => {
      await bo.page.goto(`/track-swap-detail?id=${swap}`)
      await expect(bo.page.getByRole('option').first()).toBeVisible()
    },
    act: async ({ bo }) => {
      await chooseRating(bo.page, 3)
      await chooseTrack(bo.page, 2)
      await bo.page.getByRole('button', { name: 'Send Rating & Track' }).click()
    },
    kept: /Your rating is saved\. It is sent when you are back online\./,
    row: { ...nothing, responses: 1, matched_rating: 3, swagOfAda: 3 },
    calls: [TRACK, RATE],
  },
  {
    title: 'the one who began rates',
    who: 'ada',
    before: answered,
    look: async ({ ada, swap }) => {
      await ada.page.goto(`/track-swap-detail?id=${swap}`)
      await expect(ada.page.getByRole('heading', { name: 'Your Match Has Responded' })).toBeVisible()
    },
    act: async ({ ada }) => {
      await chooseRating(ada.page, 5)
      await ada.page.getByRole('button', { name: 'View Swap Results' }).click()
      await expect(ada.page).toHaveURL(/\/track-swap-results\?id=/)
    },
    kept: /Your rating is saved\. It is sent when you are back online\./,
    row: { ...nothing, responses: 1, matched_rating: 3, initiator_rating: 5, swagOfAda: 3, swagOfBo: 5 },
    calls: [RATE],
  },
  {
    title: 'results are opened',
    who: 'bo',
    before: async (server, ada, bo) => {
      const id = await answered(server, ada, bo)
      await rate(server, ada, id, 5)
      return id
    },
    look: async ({ bo }) => {
      await bo.page.goto('/track-swap-history')
      await expect(bo.page.getByText('Completed', { exact: true })).toBeVisible()
    },
    act: async ({ bo }) => {
      await bo.page.getByRole('link', { name: /^Completed / }).click()
      await expect(bo.page.getByText('+5 swag')).toBeVisible()
    },
    kept: /\+3 swag/,
    row: { ...nothing, responses: 1, matched_rating: 3, initiator_rating: 5, swagOfAda: 3, swagOfBo: 5 },
    calls: [],
  },
]

const gameOf = async ({ server, ada, bo }: Game) =>
  (
    await server.query<object & { swaps: number }>(
      `select count(*) over ()::int as swaps, count(initiator_track_id) over ()::int as "firstTracks",
         count(matched_track_id) over ()::int as responses, matched_rating::int, initiator_rating::int,
         a.swag::int as "swagOfAda", b.swag::int as "swagOfBo"
       from song_swaps join members a on a.id = initiator_id join members b on b.id = matched_id
       where a.name = $1 and b.name = $2`,
      ada.name,
      bo.name,
    )
  )[0]

/** A call's repeats would be here, too, under their own ids. */
const callsOf = async ({ server }: Game, { name }: Player) =>
  (
    await server.query<{ endpoint: string }>(
      `select endpoint from client_ids join members on members.id = member_id
       where name = $1 and endpoint like '%song-swap%' order by client_ids.created_at`,
      name,
    )
  ).map(({ endpoint }) => endpoint)

async function play(browser: Browser, server: Server, step: Step) {
  const ada = await aPlayer(browser, server, 'ada')
  const bo = await aPlayer(browser, server, 'bo')
  const game: Game = { server, ada, bo, swap: await step.before(server, ada, bo) }
  const player = game[step.who]
  await step.look(game)
  await player.context.setOffline(true)
  await step.act(game)
  await expect(player.page.getByText(step.kept).first()).toBeVisible()
  await player.page.reload()
  await expect(player.page.getByText(step.kept).first()).toBeVisible()
  expect(await callsOf(game, player)).toEqual([])
  await player.context.setOffline(false)
  await expect.poll(() => gameOf(game), { timeout: 30_000 }).toEqual(step.row)
  await expect(player.page.getByText(/It is sent when/)).toHaveCount(0, { timeout: 30_000 })
  expect(await callsOf(game, player)).toEqual(step.calls)
  await putAway(ada, bo)
}

for (const step of steps)
  test(`in a tunnel ${step.title}: it survives a reload and arrives once`, { tag: [WITH_WORKER, NIGHTLY] }, async ({
    browser,
    server,
  }) => {
    test.slow()
    await play(browser, server, step)
  })
