/**
 * Processor time of this thread. Unlike a duration, it hardly depends on what else the machine
 * runs.
 */

/** Returns the processor time of this thread since it began, in ms. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A turn of the event loop is measured from one run of a timer of this interval to the next, in ms. */
const TURN_MS = 10

/**
 * Measures the turns of the event loop. `stop` returns the processor time of the longest, in ms.
 */
export function watchTurns(): { readonly stop: () => number } {
  let [last, longest] = [threadMs(), 0]
  const look = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, TURN_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return longest
    },
  }
}
