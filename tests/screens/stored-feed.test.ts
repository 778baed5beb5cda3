import { expect, onTestFinished, test } from 'vitest'
import { readFeedHtml } from '#src/startup/feed-html.ts'
import { saveFeedHtml } from '#src/startup/save-feed-html.ts'

test('the stored HTML of the feed has no style, no transient element and no live control', () => {
  document.body.innerHTML = `<div id="root"><main><div role="feed" style="height: 900px">
    <article aria-posinset="1" class="row" style="transform: translateY(40px)"><b style="color: red">Rain</b></article>
    <dialog>Menu</dialog></div></main></div>`
  const controller = new AbortController()
  onTestFinished(() => {
    controller.abort()
    document.body.innerHTML = ''
    localStorage.clear()
  })
  saveFeedHtml(null, controller.signal)
  const root = document.createElement('div')
  root.innerHTML = readFeedHtml(null, (key) => localStorage.getItem(key)) ?? ''
  expect(root.textContent?.trim()).toBe('Rain')
  expect(root.querySelectorAll('[style], dialog')).toHaveLength(0)
  expect(root.querySelector('main')?.hasAttribute('inert')).toBe(true)
})
