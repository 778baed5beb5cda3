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
  const known = ['mirelle', 'kojiro'].flatMap((name) => people.find((it) => it.name === name)?.number ?? [])
  const pairs = [known, ...random.shuffle(followedPairs(follows))]
  const had = new Set<string>()
  return pairs.slice(0, CONVERSATIONS).flatMap(([a, b], place) => {
    if (a === undefined || b === undefined) return []
    const dialogue = place === 0 ? 0 : random.int(dialogues.length)
    const isKnown = [`${a} ${dialogue}`, `${b} ${dialogue}`, pairKey(a, b)].some((it) => had.has(it))
    if (isKnown) return []
    for (const it of [`${a} ${dialogue}`, `${b} ${dialogue}`, pairKey(a, b)]) had.add(it)
    const sinceMs = Math.min(DAYS * DAY_MS, people[a]?.joinedBeforeMs ?? 0, people[b]?.joinedBeforeMs ?? 0)
    const beforeMs = place === 0 ? 3 * HOUR_MS : 2 * HOUR_MS + Math.floor(random.next() * (sinceMs - 2 * HOUR_MS))
    return planDialogue(dialogues[dialogue] ?? [], [a, b], beforeMs, random)
  })
}

const followedPairs = (follows: readonly DemoEvent[]) =>
  follows.flatMap((it) => (it.kind === 'follow' ? [[it.who, it.whom]] : []))

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
    const [who, whom] = place % 2 === 0 ? [first, second] : [second, first]
    const isUnread = place === lines.length - 1 && random.isLucky(LAST_IS_UNREAD)
    const message = { kind: 'message' as const, who, whom, text, beforeMs: at }
    return isUnread ? [message] : [message, { kind: 'read', who: whom, whom: who, beforeMs: at - 30 * SECOND_MS }]
  })
}
