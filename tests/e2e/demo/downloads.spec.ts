import { logIn, signUpWithListens } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

test.use({ areDownloadsOn: true })

test('probe', async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  const t0 = Date.now()
  page.on('request', (request) => {
    if (/\/api\//.test(request.url()))
      console.log(
        Date.now() - t0,
        request.method(),
        decodeURIComponent(request.url().replace(/^.*\/api/, '/api')).slice(0, 110),
      )
  })
  page.on('console', (m) => console.log('console', m.text()))
  await page.reload()
  await page.waitForTimeout(25_000)
  expect(1).toBe(1)
})
