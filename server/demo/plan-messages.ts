import { dialogues, reactions } from './catalogue/captions.ts'
import type { DemoEvent } from './events.ts'
import type { Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './times.ts'

const CONVERSATIONS = 60
/** Conversations of the member that a newcomer logs in as. */
const CONVERSATIONS_OF_FIRST = 7
const DAYS = 10
const LAST_IS_UNREAD = 0.3
const HAS_CARD = 0.3
const HAS_REACTION = 0.2
const IS_EDITED = 0.1

/** Returns conversations between people with a follow. The first is mirelle's with kojiro. */
export function planMessages(seed: number, people: readonly Person[], follows: readonly DemoEvent[]) {
  const random = createRandom(seed, 'messages')
  const known = ['mirelle', 'kojiro'].flatMap((name) => people.find((person) => person.name === name)?.number ?? [])
  const others = random.shuffle(followedPairs(follows))
  const ofFirst = others.filter((pair) => pair.includes(known[0] ?? -1)).slice(0, CONVERSATIONS_OF_FIRST)
  const pairs = [known, ...ofFirst, ...others]
  const used = new Set<string>()
  return pairs.slice(0, CONVERSATIONS).flatMap(([a, b], place) => {
    if (a === undefined || b === undefined) return []
    const dialogue = place === 0 ? 0 : random.int(dialogues.length)
    const isKnown = [`${a} ${dialogue}`, `${b} ${dialogue}`, pairKey(a, b)].some((key) => used.has(key))
    if (isKnown) return []
    for (const key of [`${a} ${dialogue}`, `${b} ${dialogue}`, pairKey(a, b)]) used.add(key)
    const sinceMs = Math.min(DAYS * DAY_MS, people[a]?.joinedBeforeMs ?? 0, people[b]?.joinedBeforeMs ?? 0)
    const beforeMs = place === 0 ? 3 * HOUR_MS : 2 * HOUR_MS + Math.floor(random.next() * (sinceMs - 2 * HOUR_MS))
    const unreadChance = place > 0 && place <= ofFirst.length ? 1 : LAST_IS_UNREAD
    const events = planDialogue(dialogues[dialogue] ?? [], [a, b], beforeMs, unreadChance, random)
    return withDetails(events, people, createRandom(seed, `details ${place}`), place === 0)
  })
}

/** Adds cards, reactions and an edit to a dialogue; to the very first one, one of each. */
function withDetails(
  events: readonly DemoEvent[],
  people: readonly Person[],
  random: Random,
  isFirst: boolean,
): readonly DemoEvent[] {
  const cardPlace = isFirst || random.isLucky(HAS_CARD) ? 2 : -1
  const editedPlace = isFirst || random.isLucky(IS_EDITED) ? 1 : -1
  let place = -1
  return events.map((event, index) => {
    if (event.kind !== 'message') return event
    place++
    const isRead = events[index + 1]?.kind === 'read'
    const listens = people[event.actor]?.listens ?? []
    return {
      ...event,
      ...(place === cardPlace && listens.length > 0 ? { track: random.pick(listens).track } : {}),
      ...(place === editedPlace ? { firstText: `${event.text.toLowerCase()}.` } : {}),
      ...(isRead && ((isFirst && place === 0) || random.isLucky(HAS_REACTION))
        ? { reaction: random.pick(reactions) }
        : {}),
    }
  })
}

const followedPairs = (follows: readonly DemoEvent[]) =>
  follows.flatMap((event) => (event.kind === 'follow' ? [[event.actor, event.target]] : []))

const pairKey = (a: number, b: number) => `${Math.min(a, b)}&${Math.max(a, b)}`

function planDialogue(
  lines: readonly string[],
  [first, second]: readonly [number, number],
  beforeMs: number,
  unreadChance: number,
  random: Random,
): readonly DemoEvent[] {
  let at = beforeMs
  return lines.flatMap((text, place): readonly DemoEvent[] => {
    at -= Math.floor(MINUTE_MS * (1 + 12 * random.next() ** 2))
    const [actor, target] = place % 2 === 0 ? [first, second] : [second, first]
    const isUnread = place === lines.length - 1 && random.isLucky(unreadChance)
    const message = { kind: 'message' as const, actor, target, text, beforeMs: at }
    return isUnread
      ? [message]
      : [message, { kind: 'read', actor: target, target: actor, beforeMs: at - 30 * SECOND_MS }]
  })
}
