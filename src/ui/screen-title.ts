import { useLayoutEffect } from 'react'

const productName = 'Flipside'

/** The title of the route, and the more precise one that its screen has set, such as a member's name. */
let ofRoute: string | undefined
let ofScreen: string | undefined

function write() {
  const title = ofScreen ?? ofRoute
  document.title = title === undefined ? productName : `${title} · ${productName}`
}

/** Joins the route's own title to the document, before the focus moves to the heading. For the root alone. */
export function useRouteTitle(title: string | undefined) {
  useLayoutEffect(() => {
    ofRoute = title
    write()
  }, [title])
}

/** Joins a title that depends on data to the document, for as long as its screen is mounted; undefined leaves the route's own. */
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
