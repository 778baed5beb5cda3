import { NIGHTLY } from '#tests/support/nightly.ts'
import { signUpWithListens, write } from '../support/people.ts'
import { freePort, startServer } from '../support/server.ts'
import { aPlayer, putAway } from '../support/swaps.ts'
import { expect, test } from '../support/world.ts'

const SPOTIFY = 'https://open.spotify.com'
const ID = '5dkhXb9kA9TRhhC929wbk1'

test('a player of a music service loads at a press only, and never on a rating', { tag: NIGHTLY }, async ({
  browser,
}) => {
  test.slow()
  const server = await startServer({ isDemo: true, port: await freePort(), settings: { EMBEDS: 'spotify' } })
  try {
    const ada = await aPlayer(browser, server, 'ada')
    const { page, context } = ada
    const bo = await signUpWithListens(server.url, 'bo')
    const query = { user: bo.name, title: 'Hear this', artist: 'Loam', track: 'Peat', link: `${SPOTIFY}/track/${ID}` }
    await write(server.url, bo, '/api/create-broadcast-by-names', query)
    const [broadcast] = await server.query<{ id: number; track_id: number }>(
      "select id::int, track_id::int from broadcasts where title = 'Hear this'",
    )
    const foreign: { url: string; referer: string | undefined }[] = []
    context.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(server.url) && /^https?:/.test(url))
        foreign.push({ url, referer: request.headers()['referer'] })
    })
    await context.route(`${SPOTIFY}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>a player</p>' }),
    )
    const facade = page.getByRole('button', { name: /Play here with Spotify/ })
    const player = page.locator('iframe')

    await page.goto(`/track/${broadcast?.track_id}`)
    await expect(page.getByRole('link', { name: /^Spotify ?, opens outside/ })).toBeVisible()
    await expect(facade).toBeHidden()

    await page.goto('/settings')
    await expect(page.getByRole('combobox', { name: 'Deezer' })).toBeHidden()
    await page.getByRole('combobox', { name: 'Spotify' }).selectOption('Ask first')
    await page.goto(`/track/${broadcast?.track_id}`)
    await facade.click()
    await expect(page.getByText(/Spotify learns your address/)).toBeVisible()
    expect(foreign).toEqual([])
    await page.getByRole('button', { name: 'Always play' }).click()
    await expect(player.contentFrame().getByText('a player')).toBeVisible()
    expect(foreign).toEqual([{ url: `${SPOTIFY}/embed/track/${ID}`, referer: `${server.url}/` }])
    await expect(player).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation')

    await page.goto(`/broadcast/${broadcast?.id}`)
    await expect(facade).toBeVisible()
    expect(foreign).toHaveLength(1)
    await facade.click()
    await expect(player.contentFrame().getByText('a player')).toBeVisible()
    expect(foreign).toHaveLength(2)
    await expect(page.getByText('Nothing plays?')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Open on Spotify/ })).toHaveAttribute('href', `${SPOTIFY}/track/${ID}`)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(player).toBeHidden()
    await expect(facade).toBeVisible()

    const message = { user: bo.name, recipient: ada.name, message: '', track_id: String(broadcast?.track_id) }
    await write(server.url, bo, '/api/send-direct-message', message)
    await page.goto(`/dm/${bo.name}`)
    await expect(facade).toBeVisible()
    expect(foreign).toHaveLength(2)

    const listen = { artist: 'Loam', track: 'Peat', listened_at: new Date(Date.now() - 3_600_000).toISOString() }
    await write(server.url, bo, '/api/user/add-listen', { user: bo.name, ...listen })
    await write(server.url, bo, '/api/create-song-swap', { user: bo.name, matched_user: ada.name })
    const [swap] = await server.query<{ id: number }>('select max(id)::int as id from song_swaps')
    const trackid = String(broadcast?.track_id)
    await write(server.url, bo, '/api/add-song-swap-track', { user: bo.name, songswapid: String(swap?.id), trackid })
    await page.goto(`/track-swap-detail?id=${swap?.id}`)
    await expect(page.getByRole('heading', { name: 'Rate their track' })).toBeVisible()
    await expect(facade).toBeHidden()
    await putAway(ada)
  } finally {
    await server.dispose()
  }
})
