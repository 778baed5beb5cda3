import { chromium } from '@playwright/test'
const [url, password, out, width, theme, user, ...paths] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const w = Number(width)
const c = await b.newContext({ baseURL: url, viewport: { width: w, height: w < 600 ? 844 : 900 }, colorScheme: theme, isMobile: w < 600, hasTouch: w < 600, serviceWorkers: 'block' })
const p = await c.newPage()
p.on('console', (m) => m.type() === 'error' && console.log('console', m.text().slice(0, 200)))
p.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 200)))
await p.addInitScript(() => { globalThis.shift = 0; new PerformanceObserver((l) => { for (const e of l.getEntries()) if (!e.hadRecentInput) globalThis.shift += e.value }).observe({ type: 'layout-shift', buffered: true }) })
if (user !== '-') {
  const r = await p.request.post(`/api/user/login?${new URLSearchParams({ user, password })}`)
  if (!r.ok()) throw new Error(await r.text())
  await p.goto('/manifest.webmanifest')
  await p.evaluate((t) => localStorage.setItem('bc_user', t), JSON.stringify({ username: user }))
}
for (const path of paths) {
  const full = path.startsWith('full:')
  const to = path.replace('full:', '')
  await p.goto(to, { waitUntil: 'load' })
  await p.waitForTimeout(3500)
  await p.mouse.wheel(0, 0)
  const overflow = await p.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  console.log(to, 'shift', (await p.evaluate(() => globalThis.shift)).toFixed(4), overflow ? 'OVERFLOW' : '')
  await p.screenshot({ path: `${out}/${width}-${theme}-${user}${to.replaceAll(/[/?=&]/g, '_')}.png`, fullPage: full })
}
await b.close()
