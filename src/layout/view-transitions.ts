import type { AnyRouter } from '@tanstack/react-router'
import { portrait } from '#src/ui/Avatar.css.ts'
import { frame, poster } from '#src/ui/PictureHead.css.ts'
import { tabs } from './active-tab.ts'
import { SHARED } from './view-transitions.css.ts'

/** Where a link leads to: the picture in its row that becomes the picture of the opened screen. */
const PICTURES = [
  [/^\/(?:track|album|artist)\//, 'svg[data-motif]', `.${frame}`],
  [/^\/profile\/./, `.${portrait}`, `.${poster.replaceAll(' ', '.')} .${portrait}`],
] as const

/**
 * Animates navigations in a router with the browser's view transitions: the pressed picture grows
 * into the head of the opened screen, a screen enters from the end and leaves to it, tabs fade. Not
 * under reduced motion, on a hidden page, or in a browser without transition types.
 */
export function animateNavigations(router: AnyRouter, signal: AbortSignal): void {
  if (!CSS.supports('selector(:active-view-transition-type(back))')) return
  const reduced = matchMedia('(prefers-reduced-motion: reduce)')
  let pressed: Element | null = null
  let named: HTMLElement | SVGElement | null | undefined
  const share = (element: Element | null | undefined) => {
    named?.style.removeProperty('view-transition-name')
    named = element instanceof HTMLElement || element instanceof SVGElement ? element : undefined
    named?.style.setProperty('view-transition-name', SHARED)
  }
  document.addEventListener(
    'click',
    ({ target }) => {
      pressed = target instanceof Element ? target.closest('a[href]') : null
    },
    { capture: true, signal },
  )
  // A skipped transition rejects a promise that the router does not read: the navigation has succeeded.
  window.addEventListener(
    'unhandledrejection',
    (event) => {
      if (event.reason instanceof DOMException && /transition/i.test(event.reason.message)) event.preventDefault()
    },
    { signal },
  )
  const findPicture = (selector: string) =>
    pressed?.querySelector(selector) ?? pressed?.closest('li, article')?.querySelector(selector)
  const types = ({ fromLocation, toLocation, pathChanged }: Change): string[] | false => {
    if (!pathChanged || fromLocation === undefined || reduced.matches || document.hidden) return false
    const isBack = toLocation.state.__TSR_index < fromLocation.state.__TSR_index
    const isTab = tabs.some(({ to }) => to === toLocation.pathname)
    const picture = PICTURES.find(([path]) => path.test(toLocation.pathname))
    share(isBack ? undefined : picture && findPicture(picture[1]))
    return isBack ? ['back'] : isTab || named ? ['fade'] : ['forward']
  }
  router.options.defaultViewTransition = { types }
  const unsubscribe = router.subscribe('onResolved', ({ toLocation }) => {
    pressed = null
    const picture = PICTURES.find(([path]) => path.test(toLocation.pathname))
    share(named && picture && document.querySelector(picture[2]))
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    share(undefined)
    router.options.defaultViewTransition = false
  })
}

interface Change {
  readonly fromLocation?: { readonly state: { readonly __TSR_index: number } } | undefined
  readonly toLocation: { readonly pathname: string; readonly state: { readonly __TSR_index: number } }
  readonly pathChanged: boolean
}
