import { expect, test } from 'vitest'
import { isOnItsWay } from '#src/offline/outbox/entry.ts'
import { message } from './actions.ts'
import type { NetworkFault } from './network.ts'
import { act } from './person.ts'
import type { Random } from './random.ts'
import { createWorld, type Plan, type World } from './world.ts'

const HOUR_MS = 3_600_000
/** A conversation on the screen is polled as often. */
const POLL_MS = 5000
/** From the first usable read, with a few entries in each lane. */
const SENT_WITHIN_MS = 5000
/** A request that hangs counts as lost after this long, and only then its lane continues. */
const TIMEOUT_MS = 20_000

/** A page that polls, on a network without faults but those given. */
function aPage(seed: number, faults: (random: Random) => Plan['faults']): World {
  const calm = { isSpecOnly: false, hasLocks: true, healAt: 10 * HOUR_MS, diskFaults: 0, limit: undefined }
  const world = createWorld(seed, (random) => ({ ...calm, faults: faults(random) }))
  world.pollMs = () => POLL_MS
  world.open('page')
  return world
}

const pending = ({ device }: World) => device.peek('ada').entries.filter(isOnItsWay)

test.each<NetworkFault>(['dropped', 'portal', '5xx before', '5xx after', 'busy', 'truncated', 'hangs, executed late'])(
  'after a time of "%s" entries are sent within seconds of the first usable read',
  async (fault) => {
    const late: string[] = []
    for (let seed = 1; seed <= 25; seed++) {
      let until = 0
      const world = aPage(seed, (random) => {
        until = random.between(10_000, 150_000)
        return [{ fault, from: 1000, until, percent: 100 }]
      })
      const { random, scheduler, monitor } = world
      for (let acts = random.between(2, 8); acts > 0; acts--)
        scheduler.after(random.between(1000, until), () => {
          for (const tab of world.pages()) act(world, tab)
        })
      const underWay = fault.startsWith('hangs') ? TIMEOUT_MS : 0
      await scheduler.runUntil(until + underWay + POLL_MS + SENT_WITHIN_MS)
      for (const { client_id, attempts } of pending(world)) late.push(`seed ${seed}: ${client_id}, attempt ${attempts}`)
      expect(monitor.violations).toEqual([])
    }
    expect(late).toEqual([])
  },
)

test('an entry whose own endpoint fails for an hour is not sent more often because reads succeed', async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const world = aPage(seed, () => [])
    const { scheduler, server, device } = world
    const [tab] = world.pages()
    // Once the host is known to deduplicate.
    scheduler.after(POLL_MS + 1000, () => {
      void tab?.outbox.dispatch(message, { user: 'ada', to: 'bea', text: 'poison 500 server_error' })
    })
    await scheduler.runUntil(POLL_MS + 2000)
    const [poison] = device.peek('ada').entries
    if (!poison) throw new Error('the message was not stored')
    await scheduler.runUntil(HOUR_MS)
    // Backoffs of 1, 2, 4, ... 300 s with full jitter.
    expect(server.seen(poison.client_id)).toBeGreaterThan(10)
    expect(server.seen(poison.client_id)).toBeLessThan(50)
  }
})
