/**
 * `npm run gallery`: takes pictures of every screen in the built app in both themes and all tested
 * widths, on the running demo, and collects them in one page, gallery/index.html. Also offline,
 * empty and with errors. Also takes the manifest's own pictures, into public/screenshots, and the
 * README's: `npm run gallery -- --screenshots` takes those alone.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { isReadyForOffline, logIn, type Member, signUp, signUpWithListens } from '../tests/e2e/support/people.ts'
import { screens, themes, widths } from '../tests/e2e/support/screens.ts'
import { type Server, startServer } from '../tests/e2e/support/server.ts'
import { chromiumArguments, findOrInstallChromium } from './chromium.ts'
import { ROOT } from './runs.ts'
import { takeReadmePicture, takeScreenshots } from './screenshots.ts'

const FOLDER = join(ROOT, 'gallery')
const PORTS = { demo: 4290, empty: 4291 }
const HEIGHT = 844

interface Picture {
  readonly screen: string
  readonly theme: string
  readonly width: number
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

async function open(browser: Browser, server: Server, theme: (typeof themes)[number], width: number): Promise<Session> {
  const context = await browser.newContext({
    baseURL: server.url,
    colorScheme: theme,
    viewport: { width, height: HEIGHT },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const capture = async (screen: string) => {
    await waitUntilSettled(page)
    const file = `${slug(screen)}-${theme}-${width}.png`
    await page.screenshot({ path: join(FOLDER, file) })
    pictures.push({ screen, theme, width, file })
  }
  return { context, page, capture }
}

/** Takes pictures as a visitor, then as a member, then as the same member in a tunnel. */
async function photographDemo({ context, page, capture }: Session, member: Member): Promise<void> {
  for (const path of ['/', '/login', '/signup', '/profile', '/broadcast-track']) {
    await page.goto(path)
    await capture(`${path} (visitor)`)
  }
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await capture('/login (nothing filled in)')
  await logIn(page, member)
  for (const path of screens(member.name)) {
    await page.goto(path)
    await capture(path)
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
  await capture('/ (empty)')
  await logIn(page, member)
  await page.goto('/broadcast-track')
  await capture('/broadcast-track (no tracks)')
  await page.route('**/api/get-broadcasts*', (route) =>
    route.fulfill({ status: 400, json: { error: 'A refusal of the server.' } }),
  )
  await page.goto('/')
  await capture('/ (refused)')
}

const figure = ({ screen, theme, width, file }: Picture) =>
  `<figure><a href="${file}"><img src="${file}" width="${Math.round(width / 2)}" loading="lazy" alt="${screen}, ${theme}, ${width} pixels wide"></a><figcaption>${theme}, ${width}</figcaption></figure>`

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
    await takeScreenshots(browser, demo.url, memberOfDemo(demo))
    await takeReadmePicture(browser, demo.url, memberOfDemo(demo))
    if (!process.argv.includes('--screenshots')) await photographAll(browser, demo)
  } finally {
    await browser.close()
    await demo.dispose()
  }
}

/** Returns a demo member with listens; the server prints the account at its start. */
function memberOfDemo(demo: Server): Member {
  const password = /with the password (\S+)\./.exec(demo.printed())?.[1]
  if (password === undefined) throw new Error("The demo did not print its members' password.")
  return { name: 'ofelia', password }
}

async function photographAll(browser: Browser, demo: Server): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER)
  const empty = await startServer({ isDemo: false, port: PORTS.empty })
  try {
    for (const theme of themes)
      for (const width of widths) {
        console.log(`${theme}, ${width} pixels`)
        const inDemo = await open(browser, demo, theme, width)
        await photographDemo(inDemo, await signUpWithListens(demo.url))
        await inDemo.context.close()
        const inEmpty = await open(browser, empty, theme, width)
        await photographEmpty(inEmpty, await signUp(empty.url))
        await inEmpty.context.close()
      }
  } finally {
    await empty.dispose()
  }
  await writeFile(join(FOLDER, 'index.html'), galleryPage())
  console.log(`${pictures.length} pictures: gallery/index.html`)
}

await main()
