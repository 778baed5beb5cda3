import { useLayoutEffect } from 'react'

const productName = 'Flipside'

/** The title of the route, and the more precise one set by its screen, such as a member's name. */
let ofRoute: string | undefined
let ofScreen: string | undefined

function write() {
  const title = ofScreen ?? ofRoute
  document.title = title === undefined ? productName : `${title} · ${productName}`
}

/**
 * Sets the route's title on the document before the focus moves to the heading. For the root route
 * only.
 */
export function useRouteTitle(title: string | undefined) {
  useLayoutEffect(() => {
    ofRoute = title
    write()
  }, [title])
}

/**
 * Sets a title that depends on data while its screen is mounted; undefined leaves the route's
 * title.
 */
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
