/** Returns a clock that only a test advances. */
export function createClock(start = new Date('2026-11-21T12:00:00.000Z')) {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      at += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
}
