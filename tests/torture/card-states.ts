import type { BrowserContext } from '@playwright/test'

/** The action's state in a feed card with its text. */
export type CardState = 'pending' | 'sent' | 'liked' | 'liking' | 'not liked'

/** Called for every change of a card's state, with the card's text. */
export type Listener = (words: string, state: CardState) => void

/** The tests' broadcast texts: `share-1f3a`. */
export const WORDS = /(?:like|undone|share|delete|other)-[0-9a-f]{8}/

/**
 * Reports the card states on every page in a context as they change. There is no sampling, so that
 * no change is missed.
 */
export async function watchCards(context: BrowserContext, listener: Listener): Promise<void> {
  await context.exposeBinding('reportToTest', (_source, words: string, state: CardState) => listener(words, state))
  await context.addInitScript(observe, WORDS.source)
}

/** Runs in the page. */
function observe(source: string) {
  const pattern = new RegExp(source)
  const last = new Map<string, string>()
  // the binding above
  const report = (globalThis as { reportToTest?: (words: string, state: string) => Promise<void> }).reportToTest
  const look = () => {
    for (const card of document.querySelectorAll('[role="feed"] article, [role="feed"] [role="article"]')) {
      const text = card.textContent ?? ''
      const words = pattern.exec(text)?.[0]
      const state = words === undefined ? undefined : readState(card, text, words)
      if (words === undefined || state === undefined || last.get(words) === state) continue
      last.set(words, state)
      void report?.(words, state)
    }
  }
  const readState = (card: Element, text: string, words: string): string | undefined => {
    if (/Sending\.\.\.|Waiting for a connection|Waiting to be sent/.test(text)) return 'pending'
    const button = card.querySelector('button[aria-pressed]')
    if (!button) return undefined
    if (words.startsWith('share')) return 'sent'
    if (button.getAttribute('aria-pressed') !== 'true') return 'not liked'
    const isUnconfirmed = button.getAttribute('aria-disabled') === 'true' || /waiting to be sent/.test(text)
    return isUnconfirmed ? 'liking' : 'liked'
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['aria-pressed', 'aria-disabled'],
  })
}
