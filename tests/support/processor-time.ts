/**
 * This thread's processor time. Unlike a duration, it hardly depends on what else the machine runs.
 */

/** Returns this thread's processor time since it began, in ms. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** An event loop turn is measured from one run of a timer with this interval to the next, in ms. */
const TURN_MS = 10

/** Measures the event loop's turns. `stop` returns the longest one's processor time, in ms. */
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
