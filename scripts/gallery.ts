/**
 * `npm run gallery`: takes pictures of every screen of the built app in both themes, at all widths,
 * with text of 200 % and in forced colours, and collects them in one page, gallery/index.html: as
 * visitor and member of the running demo, offline, as a new member of an empty server, and with
 * every read failing. Takes ten minutes; `npm run gallery -- --widths=320,1920 --states=error` takes a
 * part. Also takes the manifest's own pictures, into public/screenshots, and the README's:
 * `npm run gallery -- --screenshots` takes those alone.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import {
  isReadyForOffline,
  logInByForm,
  type Member,
  rememberLogIn,
  signUp,
  signUpWithListens,
} from '../tests/e2e/support/people.ts'
import { screens, themes } from '../tests/e2e/support/screens.ts'
import { type Server, startServer } from '../tests/e2e/support/server.ts'
import { chromiumArguments, findOrInstallChromium } from './chromium.ts'
import { ROOT } from './runs.ts'
import { takeReadmePicture, takeScreenshots } from './screenshots.ts'

const FOLDER = join(ROOT, 'gallery')
const PORTS = { demo: 4290, empty: 4291 }
const HEIGHT = 844
const WIDTHS = [320, 390, 768, 1280, 1920, 2560]
const states = ['demo', 'empty', 'error'] as const

/** How a member sees the app. `fontSize` is the browser's, in px. */
interface Look {
  readonly theme: (typeof themes)[number]
  readonly width: number
  readonly fontSize?: number
  readonly isForced?: boolean
}

const toName = ({ theme, width, fontSize, isForced = false }: Look) =>
  `${theme}, ${width}${fontSize === undefined ? '' : ', text at 200 %'}${isForced ? ', forced colours' : ''}`

const { values: chosen } = parseArgs({
  options: {
    screenshots: { type: 'boolean', default: false },
    widths: { type: 'string', default: WIDTHS.join() },
    themes: { type: 'string', default: themes.join() },
    states: { type: 'string', default: states.join() },
  },
})

/** Large text and forced colours have pictures at the width of a phone. */
function listLooks(): Look[] {
  const widths = chosen.widths.split(',').map(Number)
  return themes
    .filter((theme) => chosen.themes.split(',').includes(theme))
    .flatMap((theme) => [
      ...widths.map((width) => ({ theme, width })),
      ...(widths.includes(390)
        ? [
            { theme, width: 390, fontSize: 32 },
            { theme, width: 390, isForced: true },
          ]
        : []),
    ])
}

interface Picture {
  readonly screen: string
  readonly look: Look
  readonly file: string
}

interface Session {
  readonly context: BrowserContext
  readonly page: Page
  readonly capture: (screen: string) => Promise<void>
}

const pictures: Picture[] = []

/** Returns a file name: letters, digits and dashes. */
const slug = (text: string) => text.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'feed'

async function waitUntilSettled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: 'detached', timeout: 5000 })
    .catch(() => console.log(`  ${page.url()} still loads`))
  await page.evaluate(() => document.fonts.ready)
}

async function open(browser: Browser, server: Server, look: Look): Promise<Session> {
  const context = await browser.newContext({
    baseURL: server.url,
    colorScheme: look.theme,
    forcedColors: look.isForced === true ? 'active' : 'none',
    viewport: { width: look.width, height: HEIGHT },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const capture = async (screen: string) => {
    await waitUntilSettled(page)
    const file = `${slug(`${screen}-${toName(look)}`)}.png`
    await page.screenshot({ path: join(FOLDER, file) })
    pictures.push({ screen, look, file })
  }
  return { context, page, capture }
}

/** A demo member that the photographed one has messages and swaps with. */
const FRIEND = 'kojiro'

/**
 * Makes a demo member an admin and returns where the member's screens are
 * full: paths of {@link screens} that name nothing of the demo, and those to open instead.
 */
async function fillScreens(demo: Server, member: Member): Promise<ReadonlyMap<string, string>> {
  const [ids] = await demo.query<{ broadcast: number; swap: number }>(
    `with member as (update members set is_admin = true where name = $1 returning id),
      reported as (select broadcasts.id from broadcasts, member where author_id <> member.id and replies > 2
        order by broadcasts.id desc limit 1)
    select reported.id as broadcast, (select max(id) from song_swaps
      where initiator_id = member.id and completed_at is not null) as swap from reported, member`,
    member.name,
  )
  if (ids === undefined) throw new Error('The demo has no broadcast with replies.')
  return new Map([
    ['/broadcast/1', `/broadcast/${ids.broadcast}`],
    ['/track-swap-detail?id=1', `/track-swap-detail?id=${ids.swap}`],
  ])
}

/** Takes pictures as a visitor, then as a member, then as the same member in a tunnel. */
async function photographDemo(
  { context, page, capture }: Session,
  member: Member,
  full: ReadonlyMap<string, string>,
): Promise<void> {
  for (const path of ['/', '/login', '/signup', '/profile', '/broadcast-track']) {
    await page.goto(path)
    await capture(`${path} (visitor)`)
  }
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await capture('/login (nothing filled in)')
  await logInByForm(page, member)
  for (const screen of screens(member.name)) {
    await page.goto(full.get(screen) ?? screen.replace('someone-else', FRIEND))
    await capture(screen)
  }
  await page.goto('/')
  await waitUntilSettled(page)
  await isReadyForOffline(page)
  await context.setOffline(true)
  await page.goto('/')
  await page
    .getByRole('button', { name: /^Like, / })
    .first()
    .click()
  await page.getByText(/waiting to send/).waitFor()
  await capture('/ (offline)')
  for (const path of ['/outbox', '/profile', '/search']) {
    await page.goto(path)
    await capture(`${path} (offline)`)
  }
}

async function photographEmpty({ page, capture }: Session, member: Member): Promise<void> {
  await page.goto('/')
  await capture('/ (empty, visitor)')
  await logInByForm(page, member)
  for (const path of screens(member.name)) {
    await page.goto(path)
    await capture(`${path} (empty)`)
  }
}

/**
 * Takes pictures of a member whose every read fails but that of the profile: that failure logs out
 * (spec).
 */
async function photographErrors({ page, capture }: Session, member: Member): Promise<void> {
  await rememberLogIn(page, member)
  await page.route(/\/api\/(?!user\/profile)/, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 400, json: { error: 'An error of the server.' } })
      : route.continue(),
  )
  for (const path of screens(member.name)) {
    await page.goto(path)
    await capture(`${path} (error)`)
  }
}

const figure = ({ screen, look, file }: Picture) =>
  `<figure><a href="${file}"><img src="${file}" width="${Math.round(look.width / 2)}" loading="lazy" alt="${screen}, ${toName(look)}"></a><figcaption>${toName(look)}</figcaption></figure>`

function galleryPage(): string {
  const names = [...new Set(pictures.map(({ screen }) => screen))]
  const sections = names.map(
    (name) =>
      `<section><h2>${name}</h2><div>${pictures
        .filter(({ screen }) => screen === name)
        .map(figure)
        .join('')}</div></section>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Flipside: every screen</title>
<style>body{font:16px system-ui;margin:2rem;background:#888}div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}figure{margin:0}</style>
<h1>Every screen</h1>${sections.join('')}</html>`
}

async function main(): Promise<void> {
  const demo = await startServer({ isDemo: true, port: PORTS.demo })
  const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArguments })
  try {
    if (chosen.screenshots || process.argv.length === 2) {
      await takeScreenshots(browser, demo.url, memberOfDemo(demo))
      await takeReadmePicture(browser, demo.url, memberOfDemo(demo))
    }
    if (!chosen.screenshots) await photographAll(demo)
  } finally {
    await browser.close()
    await demo.dispose()
  }
}

/** Returns a demo member with listens; the server prints the password at its start. */
function memberOfDemo(demo: Server, name = 'ofelia'): Member {
  const password = /with the password (\S+)\./.exec(demo.printed())?.[1]
  if (password === undefined) throw new Error("The demo did not print its members' password.")
  return { name, password }
}

async function photographAll(demo: Server): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER)
  const empty = await startServer({ isDemo: false, port: PORTS.empty })
  try {
    for (const look of listLooks()) {
      console.log(toName(look))
      await photographLook(look, { demo, empty })
    }
  } finally {
    await empty.dispose()
    await writeFile(join(FOLDER, 'index.html'), galleryPage())
  }
  console.log(`${pictures.length} pictures: gallery/index.html`)
}

/** The size of the text is an option of the browser, so each look has its own. */
async function photographLook(look: Look, { demo, empty }: { demo: Server; empty: Server }): Promise<void> {
  const member = memberOfDemo(demo, 'mirelle')
  const full = await fillScreens(demo, member)
  const text = look.fontSize === undefined ? [] : [`--blink-settings=defaultFontSize=${look.fontSize}`]
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: [...chromiumArguments, ...text],
  })
  const take = async (state: string, server: Server, photograph: (session: Session) => Promise<void>) => {
    if (!chosen.states.split(',').includes(state)) return
    const session = await open(browser, server, look)
    await photograph(session)
    await session.context.close()
  }
  try {
    await take('demo', demo, async (session) => photographDemo(session, member, full))
    await take('empty', empty, async (session) => photographEmpty(session, await signUp(empty.url)))
    await take('error', demo, async (session) => photographErrors(session, await signUpWithListens(demo.url)))
  } finally {
    await browser.close()
  }
}

await main()
