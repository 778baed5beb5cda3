import { useLayoutEffect } from 'react'

const productName = 'Flipside'

/** The title of the route, and the more precise one set by its screen, such as a member's name. */
let ofRoute: string | undefined
let ofScreen: string | undefined

function write() {
  const title = ofScreen ?? ofRoute
  document.title = title === undefined ? productName : `${title} · ${productName}`
}

/** For the root route only. */
export function useRouteTitle(title: string | undefined) {
  useLayoutEffect(() => {
    ofRoute = title
    write()
  }, [title])
}

/** Undefined leaves the route's title. */
export function useScreenTitle(title: string | undefined) {
  useLayoutEffect(() => {
    ofScreen = title
    write()
    return () => {
      ofScreen = undefined
      write()
    }
  }, [title])
}
