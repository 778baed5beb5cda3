/**
 * `npm run bench -- player`: plays a track of a member's own library at its first press in a page, on
 * a phone's screen, and prints medians: from the tap to the painted bar with the processor slowed
 * down, with the bar's code from the server, and from the tap to the sound of a stored song without a
 * connection. Exits with 1 if a median is over its floor.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { LIBRARY_ACCOUNT, LIBRARY_PASSWORD, startLibraryServer } from '#tests/support/library-server.ts'
import { createWav, WAV_RATE } from '#tests/support/wav.ts'
import { chromiumArguments, findOrInstallChromium } from '../scripts/chromium.ts'
import { isWorkerActive, type Member, rememberLogIn, signUpWithListens, write } from '../tests/e2e/support/people.ts'
import { freePort, type Server, startServer } from '../tests/e2e/support/server.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    slowdown: { type: 'string', default: '4' },
    /** The size of the song: 30 MB are four minutes of FLAC. */
    megabytes: { type: 'string', default: '30' },
  },
})
const ROUNDS = Number(values.rounds)
const BAR_FLOOR_MS = 200
const SOUND_FLOOR_MS = 300
/** What the page does by itself after its start has ended by then. */
const PAUSE_MS = 3000
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
const TRACK = { artist: 'Loam', title: 'Harbour' }

interface Times {
  tap?: number
  bar?: number
  sound?: number
}

/** Runs in the page: records the times of the tap, of the bar's first paint and of the first sound. */
function watchPlayer() {
  const times: Times = {}
  const { Audio: create } = globalThis
  const construct = () => {
    const element = new create()
    element.addEventListener('playing', () => (times.sound ??= performance.now()))
    return element
  }
  Object.assign(globalThis, { times, Audio: new Proxy(create, { construct }) })
  addEventListener('click', (event) => (times.tap = event.timeStamp), { capture: true })
  new MutationObserver((_, observer) => {
    if (document.querySelector('section[aria-label="Player"]') === null) return
    observer.disconnect()
    // The task after the frame that paints it.
    requestAnimationFrame(() => setTimeout(() => (times.bar = performance.now())))
  }).observe(document, { childList: true, subtree: true })
}

/** Taps *Listen* and resolves to the times in ms since the tap. */
async function tapListen(page: Page): Promise<{ bar: number; sound: number }> {
  const listen = page.getByRole('button', { name: `Listen to ${TRACK.title} from your library` }).first()
  await listen.waitFor()
  await page.waitForTimeout(PAUSE_MS)
  await listen.tap()
  const read = await page.waitForFunction(() => {
    const { times } = globalThis as unknown as { times: Times }
    return times.bar !== undefined && times.sound !== undefined && times
  })
  const { tap = 0, bar = 0, sound = 0 } = (await read.jsonValue()) as Times
  return { bar: bar - tap, sound: sound - tap }
}

async function openPhone(
  browser: Browser,
  { url }: Server,
  member: Member,
  serviceWorkers: 'allow' | 'block',
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...PHONE, baseURL: url, serviceWorkers })
  await context.addInitScript(watchPlayer)
  const page = await context.newPage()
  await rememberLogIn(page, member)
  return { context, page }
}

/** The bar's code is fetched: the page has no worker. */
async function measureBar(browser: Browser, server: Server, member: Member): Promise<number> {
  const { context, page } = await openPhone(browser, server, member, 'block')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) })
  await page.goto('/later')
  const { bar } = await tapListen(page)
  await context.close()
  return bar
}

/** Each round is a new start of the page without a connection. */
async function measureSound(browser: Browser, server: Server, member: Member): Promise<readonly number[]> {
  const { context, page } = await openPhone(browser, server, member, 'allow')
  await page.goto('/later')
  await isWorkerActive(page)
  await page
    .getByRole('button', { name: `Listen to ${TRACK.title} from your library` })
    .first()
    .waitFor()
  await page.goto('/settings/music-library')
  await page.getByRole('radio', { name: '1 GB' }).check()
  await page.getByText(/^1 song stored/).waitFor({ timeout: 60_000 })
  await context.setOffline(true)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('/later')
    times.push((await tapListen(page)).sound)
  }
  await context.close()
  return times
}

const seconds = Math.round((Number(values.megabytes) * 1_000_000) / WAV_RATE / 2)
const audio = { type: 'audio/wav', bytes: createWav(seconds, { hertz: 440 }) }
const song = { ...TRACK, id: 'song', duration: seconds, size: audio.bytes.length, contentType: audio.type }
const library = Object.assign(await startLibraryServer([song]), { audio })
const settings = { SECRET_KEY: 'a secret key of thirty-two letters', LIBRARY_PRIVATE_ADDRESSES: library.url }
const server = await startServer({ isDemo: true, port: await freePort(), settings })
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArguments })
const bars: number[] = []
let sounds: readonly number[] = []
try {
  const member = await signUpWithListens(server.url, 'bench')
  const user = member.name
  const { artist, title: track } = TRACK
  await write(server.url, member, '/api/user/save-for-later', { user, artist, track, is_saved: 'true' })
  const login = { address: library.url, account: LIBRARY_ACCOUNT, password: LIBRARY_PASSWORD }
  await write(server.url, member, '/api/user/link-music-library', { user, ...login })
  while ((await server.query('select from library_songs')).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
  for (let round = 0; round < ROUNDS; round++) bars.push(await measureBar(browser, server, member))
  sounds = await measureSound(browser, server, member)
} finally {
  await browser.close()
  await server.dispose()
  await library.stop()
}

function print(name: string, times: readonly number[], floorMs: number) {
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
  const isOver = median > floorMs
  if (isOver) process.exitCode = 1
  const all = times.map((time) => time.toFixed(0)).join(', ')
  console.log(`${name.padEnd(44)}${median.toFixed(0).padStart(6)} ms of ${floorMs}${isOver ? ' !' : ''} (${all})`)
}
console.log(`Medians of ${ROUNDS}; a song of ${values.megabytes} MB; load of the machine ${loadavg()[0]?.toFixed(1)}`)
print(`tap to the bar, processor slowed ${values.slowdown} times`, bars, BAR_FLOOR_MS)
print('tap to the sound of a stored song, offline', sounds, SOUND_FLOOR_MS)
