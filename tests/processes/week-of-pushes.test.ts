import { expect, test } from 'vitest'
import { deleteSentPushes } from '#server/push/index.ts'
import { noteTimeZone } from '#server/recaps/schedule.ts'
import { createRandom } from '#tests/simulation/random.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { type Cause, createActions } from '#tests/support/push-causes.ts'
import { isQuiet, makePeople, planFaults, readWaiting, toLocal, type Waiting } from '#tests/support/push-week.ts'
import { deliver, pushWorld } from '#tests/support/push-world.ts'

const DAYS = 9
const SEEDS = process.env['PUSH_SEED'] === undefined ? [59] : [Number(process.env['PUSH_SEED'])]

const toKey = ({ name, tag }: Waiting) => `${name} ${tag}`
const toKind = (tag: string) => tag.replace(/-\d+$/, '')

test.each(SEEDS)(
  'in nine simulated days every cause is pushed once or dropped for a reason (seed %i)',
  async (seed) => {
    const { server, service } = await pushWorld()
    const random = createRandom(seed)
    const track = await makeTrack(server, 'Rain by Sol Ferro')
    const people = await makePeople(server, service, track)
    for (const { member, timeZone } of people) await noteTimeZone(server.db, member.id, timeZone, server.clock.now())
    const act = createActions(server, people, random, track)
    const open = new Map<string, Cause[]>()
    const outcomes = new Map<string, number>()
    const reports: string[] = []
    const failures = new Map<string, number>()
    const getPerson = (name: string) => {
      const person = people.find(({ member }) => member.name === name)
      if (person === undefined) throw new Error(`There is no ${name}.`)
      return person
    }
    const end = (key: string, outcome: string) => {
      const causes = open.get(key) ?? []
      open.delete(key)
      for (const [place] of causes.entries()) {
        const own = place === causes.length - 1 ? outcome : 'superseded'
        outcomes.set(own, (outcomes.get(own) ?? 0) + 1)
      }
    }

    /** Runs an action and checks that exactly its causes are queued. */
    const cause = async (run: () => Promise<readonly Cause[]>) => {
      const before = new Map((await readWaiting(server)).map((row) => [toKey(row), row.version]))
      const causes = await run()
      const queued = (await readWaiting(server)).filter((row) => before.get(toKey(row)) !== row.version)
      const describe = (name: string, kind: string) => `${name} ${kind}`
      expect(queued.map(({ name, tag }) => describe(name, toKind(tag))).toSorted()).toEqual(
        causes.map(({ name, kind }) => describe(name, kind)).toSorted(),
      )
      for (const row of queued) {
        const own = causes.find(({ name, kind }) => name === row.name && kind === toKind(row.tag))
        if (own !== undefined) open.set(toKey(row), [...(open.get(toKey(row)) ?? []), own])
      }
    }

    /** Delivers what is due, and checks what became of every row. */
    const deliverAndCheck = async () => {
      const now = server.clock.now()
      const failing = planFaults(people, service, random, failures)
      const before = await readWaiting(server)
      const counts = new Map(people.map(({ member, device }) => [member.name, device.received.length]))
      await deliver(server)
      const after = new Map((await readWaiting(server)).map((row) => [toKey(row), row]))
      for (const row of before) {
        const person = getPerson(row.name)
        const arrived = person.device.received
          .slice(counts.get(row.name))
          .filter(({ message }) => message.notification.tag === row.tag)
        const left = after.get(toKey(row))
        const isOff = row.name === 'auckland' && toKind(row.tag) === 'follow'
        const reason = !row.is_unread ? 'gone' : isOff ? 'off' : isQuiet(person, now) ? 'quiet' : undefined
        const expected = !row.is_due ? 'later' : (reason ?? (failing.has(row.name) ? 'later' : 'sent'))
        expect([seed, row, expected, arrived.length]).toEqual([seed, row, expected, expected === 'sent' ? 1 : 0])
        if (row.is_due)
          expect([row, expected, left?.is_waiting ?? false]).toEqual([row, expected, expected === 'later'])
        const text = open.get(toKey(row))?.at(-1)?.text
        if (expected === 'sent' && text !== undefined) expect(arrived[0]?.message.notification.body).toBe(text)
        if (expected !== 'later') end(toKey(row), expected)
      }
      await checkBadges(counts)
      service.state.fault = undefined
    }
    const checkBadges = async (counts: ReadonlyMap<string, number>) => {
      for (const { member, device } of people) {
        const pushed = device.received.slice(counts.get(member.name))
        if (pushed.length === 0) continue
        const { body } = await server.get('/api/user/status', {}, { as: member })
        const number = body.unread_messages + body.swaps_waiting + body.unread_activity
        expect(pushed.map(({ message }) => message.app_badge)).toEqual(pushed.map(() => number))
      }
    }

    /** Announces the reports that are due: on Monday at eight, or half past in half-hour zones. */
    const announce = () =>
      cause(async () => {
        await runScheduled(server.db, 'announce-weekly-reports', server.clock.now())
        const due = people.filter((person) => {
          const { weekday, time } = toLocal(person, server.clock.now())
          return weekday === 'Mon' && time.startsWith('08:')
        })
        reports.push(...due.map(({ member }) => member.name))
        return due.map(({ member }) => ({ name: member.name, kind: 'weekly_report' }))
      })

    for (let hour = 0; hour < DAYS * 24; hour++) {
      if (hour % 24 === 0) for (const { member } of people) await play(server, member, track)
      for (let count = random.between(0, 3); count > 0; count--) await cause(act)
      await announce()
      await deliverAndCheck()
      server.clock.advance({ hours: 1 })
    }
    // What a failing service has delayed ends within hours, and like rows after five minutes.
    failures.clear()
    for (let hour = 0; hour < 8; hour++) {
      for (const { member } of people) failures.set(member.name, 3)
      await deliverAndCheck()
      server.clock.advance({ hours: 1 })
    }
    await deleteSentPushes(server.db, server.clock.now())
    expect(await readWaiting(server)).toEqual([])
    expect([...open.keys()]).toEqual([])
    // Auckland has its second Monday first: nine days have one or two for each member.
    expect(new Set(reports)).toEqual(new Set(people.map(({ member }) => member.name)))
    for (const outcome of ['sent', 'superseded', 'quiet', 'off', 'gone'])
      expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(0)
    expect(service.problems).toEqual([])
  },
  120_000,
)
