import type { AnyRouter } from '@tanstack/react-router'
import { expect, onTestFinished, test } from 'vitest'
import { followNavigation } from '#src/browser/navigation.ts'

const HEAD = `<meta name="theme-color" content="#100f14">
  <link rel="canonical" href="http://localhost:3000/profile/ada">
  <meta property="og:url" content="http://localhost:3000/profile/ada">
  <meta name="robots" content="noindex">`

const toLocation = (href: string, place: number) => ({
  href,
  pathname: new URL(href, location.href).pathname,
  state: { __TSR_key: String(place), __TSR_index: place },
})

test('the first change of the path removes the preview of the page at load', () => {
  document.head.innerHTML = HEAD
  onTestFinished(() => document.head.replaceChildren())
  const listeners: ((arrival: object) => void)[] = []
  const subscribe = (event: string, listener: (arrival: object) => void) =>
    event === 'onResolved' && listeners.push(listener)
  const end = new AbortController()
  // The used router part.
  followNavigation({ subscribe } as unknown as AnyRouter, end.signal)
  const count = () => document.head.children.length
  const counts = ['/profile/ada', '/profile/ada?sort=new', '/broadcast/1'].map((href, place, hrefs) => {
    const from = hrefs[place - 1]
    const fromLocation = from === undefined ? undefined : toLocation(from, place - 1)
    const to = toLocation(href, place)
    const arrival = { fromLocation, toLocation: to, pathChanged: fromLocation?.pathname !== to.pathname }
    for (const listener of listeners) listener(arrival)
    return count()
  })
  end.abort()
  expect(counts).toEqual([4, 4, 1])
  expect(document.head.querySelector('meta[name=theme-color]')).not.toBeNull()
})
