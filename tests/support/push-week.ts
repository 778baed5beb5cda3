import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Random } from '#tests/simulation/random.ts'
import { makeMembers } from './members.ts'
import { play } from './music.ts'
import {
  disconnect,
  type Fault,
  hang,
  type PushService,
  respondForever,
  respondWith,
  type TestSubscription,
} from './push-service.ts'
import { readSettings, subscribe } from './push-world.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** A member in the simulated week, with one device. */
export interface Person {
  readonly member: TestMember
  readonly device: TestSubscription
  readonly timeZone: string
  /** Hours and minutes in the local day, such as `22:30`. */
  readonly quiet: { readonly from: string; readonly to: string } | undefined
}

const PEOPLE = [
  { name: 'auckland', timeZone: 'Pacific/Auckland', quiet: { from: '22:00', to: '07:00' } },
  { name: 'kolkata', timeZone: 'Asia/Kolkata', quiet: { from: '23:30', to: '09:15' } },
  { name: 'berlin', timeZone: 'Europe/Berlin', quiet: { from: '13:00', to: '15:00' } },
  { name: 'newyork', timeZone: 'America/New_York', quiet: undefined },
  { name: 'honolulu', timeZone: 'Pacific/Honolulu', quiet: { from: '21:00', to: '06:30' } },
]

/** Creates the members, each with a device, a zone, quiet hours and listens. */
export async function makePeople(server: TestServer, service: PushService, track: number): Promise<readonly Person[]> {
  const members = await makeMembers(server, ...PEOPLE.map(({ name }) => name))
  const people: Person[] = []
  for (const [place, { timeZone, quiet }] of PEOPLE.entries()) {
    const member = members[place]
    if (member === undefined) throw new Error('A member is missing.')
    await play(server, member, track)
    const device = await subscribe(server, service, member)
    const hours = quiet && { quiet_from: toMinutes(quiet.from), quiet_to: toMinutes(quiet.to), time_zone: timeZone }
    const query = { user: member.name, quiet_hours: String(quiet !== undefined), ...hours }
    expect((await server.post('/api/user/edit-notification-settings', query, { as: member })).status).toBe(200)
    people.push({ member, device, timeZone, quiet })
  }
  // A kind that is off, for the reason `off`.
  const [first] = people
  if (first === undefined) throw new Error('A member is missing.')
  await server.post(
    '/api/user/edit-notification-settings',
    { user: first.member.name, follow: 'false' },
    { as: first.member },
  )
  expect((await readSettings(server, first.member)).quiet_hours.time_zone).toBe(first.timeZone)
  return people
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Returns the local weekday and time, such as `Mon 08:00`. */
export function toLocal({ timeZone }: Person, now: Date): { readonly weekday: string; readonly time: string } {
  return {
    weekday: now.toLocaleDateString('en-GB', { timeZone, weekday: 'short' }),
    time: now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  }
}

/** Returns whether it is quiet for a member: a second calculation, by texts. */
export function isQuiet(person: Person, now: Date): boolean {
  const { quiet } = person
  const { time } = toLocal(person, now)
  if (quiet === undefined) return false
  return quiet.from < quiet.to ? time >= quiet.from && time < quiet.to : time >= quiet.from || time < quiet.to
}

/** A row of `pushes`. */
export interface Waiting {
  readonly name: string
  readonly tag: string
  readonly version: number
  readonly activity_id: number
  readonly attempts: number
  /** Whether it is to be sent now. */
  readonly is_due: boolean
  /** Whether it is to be sent at all: like rows remain for five minutes. */
  readonly is_waiting: boolean
  /** Whether the recipient may see an unread entry for it. */
  readonly is_unread: boolean
}

/** Reads all pushes, and whether each still has an entry. */
export async function readWaiting({ db, clock }: TestServer): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`select members.name, tag, version, activity_id, attempts,
      due_at is not null as is_waiting,
      coalesce(due_at <= ${clock.now()} and coalesce(push_subscriptions.paused_until <= ${clock.now()}, true), false) as is_due,
      exists (select from activity where member_id = members.id and is_unread
        and (id = activity_id or kind = 'like' and activity.broadcast_id = pushes.broadcast_id)
        and not exists (select from mutes where muter_id = members.id and muted_id = actor_id)) as is_unread
    from pushes join push_subscriptions on push_subscriptions.id = subscription_id join members on members.id = member_id
    order by members.name, tag`.execute(db)
  return rows
}

type Plan = { readonly fault: Fault; readonly isAccepted: boolean }
const FAULTS: readonly Plan[] = [
  { fault: respondWith(500), isAccepted: false },
  { fault: respondWith(503, { 'retry-after': '5400' }), isAccepted: false },
  { fault: disconnect, isAccepted: false },
  { fault: respondForever, isAccepted: true },
]
/** A device's longest series of failures: a longer one's retries are more than an hour apart. */
const FAILURES_MAX = 3

/** Chooses the devices that the service fails for now. Returns those that receive nothing. */
export function planFaults(
  people: readonly Person[],
  service: PushService,
  random: Random,
  failures: Map<string, number>,
): ReadonlySet<string> {
  const plans = new Map<string, Plan>()
  for (const { member, device } of people) {
    const failed = failures.get(member.name) ?? 0
    const plan = random.percent(2)
      ? { fault: hang, isAccepted: false }
      : random.percent(15)
        ? random.pick(FAULTS)
        : undefined
    const isFailure = plan !== undefined && !plan.isAccepted
    if (plan !== undefined && !(isFailure && failed >= FAILURES_MAX))
      plans.set(new URL(device.keys.endpoint).pathname, plan)
    failures.set(member.name, isFailure && failed < FAILURES_MAX ? failed + 1 : 0)
  }
  service.state.fault = (path) => plans.get(path)?.fault
  return new Set(
    people
      .filter(({ device }) => plans.get(new URL(device.keys.endpoint).pathname)?.isAccepted === false)
      .map(({ member }) => member.name),
  )
}
