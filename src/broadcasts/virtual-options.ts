import { type observeWindowRect, windowScroll } from '@tanstack/react-virtual'
import { asMeasurements } from '#src/ui/row-heights.ts'
import type { DrawnFeed } from './drawn-feed.ts'

/**
 * TanStack Virtual's options with which a list in the window goes on where its first rows stand: in the commit of the first
 * ones nothing has to be laid out, nor drawn a second time. Its own beginning asks the window for its size and tells it to
 * scroll to where it is, and either makes a browser lay out all that has just changed.
 */
export const goingOnFrom = (drawn: DrawnFeed) => ({
  initialRect: { width: window.innerWidth, height: window.innerHeight },
  initialMeasurementsCache: asMeasurements(drawn.top, drawn.heights),
  observeElementRect: observeResize,
  scrollToFn: scrollElsewhere,
})

/** Tells of changes only: the first size is known. */
const observeResize: typeof observeWindowRect = (_, told) => {
  const tell = () => told({ width: window.innerWidth, height: window.innerHeight })
  window.addEventListener('resize', tell, { passive: true })
  return () => window.removeEventListener('resize', tell)
}

const scrollElsewhere: typeof windowScroll = (offset, options, instance) => {
  if (offset !== instance.scrollOffset || options.adjustments !== undefined) windowScroll(offset, options, instance)
}
