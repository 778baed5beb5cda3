import { dialogues } from './catalogue/captions.ts'
import type { DemoEvent } from './events.ts'
import type { Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './times.ts'

const CONVERSATIONS = 60
const DAYS = 10
const LAST_IS_UNREAD = 0.3

/** Returns conversations between people with a follow. The first is mirelle's with kojiro. */
export function planMessages(seed: number, people: readonly Person[], follows: readonly DemoEvent[]) {
  const random = createRandom(seed, 'messages')
  const known = ['mirelle', 'kojiro'].flatMap((name) => people.find((person) => person.name === name)?.number ?? [])
  const pairs = [known, ...random.shuffle(followedPairs(follows))]
  const used = new Set<string>()
  return pairs.slice(0, CONVERSATIONS).flatMap(([a, b], place) => {
    if (a === undefined || b === undefined) return []
    const dialogue = place === 0 ? 0 : random.int(dialogues.length)
    const isKnown = [`${a} ${dialogue}`, `${b} ${dialogue}`, pairKey(a, b)].some((key) => used.has(key))
    if (isKnown) return []
    for (const key of [`${a} ${dialogue}`, `${b} ${dialogue}`, pairKey(a, b)]) used.add(key)
    const sinceMs = Math.min(DAYS * DAY_MS, people[a]?.joinedBeforeMs ?? 0, people[b]?.joinedBeforeMs ?? 0)
    const beforeMs = place === 0 ? 3 * HOUR_MS : 2 * HOUR_MS + Math.floor(random.next() * (sinceMs - 2 * HOUR_MS))
    return planDialogue(dialogues[dialogue] ?? [], [a, b], beforeMs, random)
  })
}

const followedPairs = (follows: readonly DemoEvent[]) =>
  follows.flatMap((event) => (event.kind === 'follow' ? [[event.actor, event.target]] : []))

const pairKey = (a: number, b: number) => `${Math.min(a, b)}&${Math.max(a, b)}`

function planDialogue(
  lines: readonly string[],
  [first, second]: readonly [number, number],
  beforeMs: number,
  random: Random,
): readonly DemoEvent[] {
  let at = beforeMs
  return lines.flatMap((text, place): readonly DemoEvent[] => {
    at -= Math.floor(MINUTE_MS * (1 + 12 * random.next() ** 2))
    const [actor, target] = place % 2 === 0 ? [first, second] : [second, first]
    const isUnread = place === lines.length - 1 && random.isLucky(LAST_IS_UNREAD)
    const message = { kind: 'message' as const, actor, target, text, beforeMs: at }
    return isUnread
      ? [message]
      : [message, { kind: 'read', actor: target, target: actor, beforeMs: at - 30 * SECOND_MS }]
  })
}
