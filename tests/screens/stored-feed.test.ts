import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { FIRST_SCREEN_KEY, MEMBER_KEY } from '#contract/storage-names.ts'
import { readFeedHtml } from '#src/startup/feed-html.ts'
import { saveFeedHtml } from '#src/startup/save-feed-html.ts'

afterEach(() => {
  document.body.innerHTML = ''
  localStorage.clear()
})

const read = (member: string | null = null) => readFeedHtml(member, (key) => localStorage.getItem(key))

/** Shows a feed and stores its HTML as it changes. Returns a function that stops it. */
function showFeed(articles: string, member: string | null = null): () => void {
  vi.useFakeTimers()
  document.body.innerHTML = `<div id="root"><main><div role="feed" style="height: 900px">${articles}
    <dialog>Menu</dialog></div></main></div>`
  const controller = new AbortController()
  onTestFinished(() => {
    controller.abort()
    vi.useRealTimers()
  })
  saveFeedHtml(member, ROW, controller.signal)
  return () => controller.abort()
}

const ROW = 'row'
const ARTICLE = `<article aria-posinset="1" class="row placed" style="transform: translateY(40px)"><b style="color: red">Rain</b></article>`

test('the stored HTML of the feed has no style, no transient element and no live control', async () => {
  showFeed(ARTICLE)
  await vi.advanceTimersByTimeAsync(1000)
  const root = document.createElement('div')
  root.innerHTML = read() ?? ''
  expect(root.textContent?.trim()).toBe('Rain')
  expect(root.querySelectorAll('[style], dialog')).toHaveLength(0)
  expect(root.querySelector('article')?.className).toBe(ROW)
  expect(root.querySelector('main')?.hasAttribute('inert')).toBe(true)
})

test('the stored HTML follows the feed, also while a broadcast arrives every moment', async () => {
  showFeed(ARTICLE)
  const title = document.querySelector('b')
  for (let n = 0; n < 30; n++) {
    if (title) title.textContent = `Rain ${n}`
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(Number(/Rain (\d+)/.exec(read() ?? '')?.[1])).toBeGreaterThanOrEqual(18)
  await vi.advanceTimersByTimeAsync(1000)
  expect(read()).toContain('Rain 29')
})

test('a feed that is scrolled down, or too long, is not stored', async () => {
  for (const articles of [ARTICLE.replace('"1"', '"4"'), ARTICLE.replace('Rain', 'x'.repeat(60_000))]) {
    const stop = showFeed(articles)
    await vi.advanceTimersByTimeAsync(1000)
    expect(localStorage.getItem(FIRST_SCREEN_KEY)).toBeNull()
    stop()
  }
})

test('the HTML of the feed is not stored after a sign-out, in this tab or another', async () => {
  localStorage.setItem(MEMBER_KEY, '{"username":"ada"}')
  const stop = showFeed(ARTICLE, 'ada')
  await vi.advanceTimersByTimeAsync(1000)
  expect(read('ada')).toContain('Rain')

  document.querySelector('b')?.append(' on Tin')
  await vi.advanceTimersByTimeAsync(0)
  localStorage.clear()
  await vi.advanceTimersByTimeAsync(1000)
  expect(localStorage.getItem(FIRST_SCREEN_KEY)).toBeNull()

  localStorage.setItem(MEMBER_KEY, '{"username":"ada"}')
  document.querySelector('b')?.append(' again')
  await vi.advanceTimersByTimeAsync(0)
  stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(localStorage.getItem(FIRST_SCREEN_KEY)).toBeNull()
})
