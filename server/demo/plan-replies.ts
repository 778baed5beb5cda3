import { remarks, retorts } from './catalogue/remarks.ts'
import type { DemoEvent } from './events.ts'
import type { Person } from './people.ts'
import { cycle } from './plan-broadcasts.ts'
import { createRandom } from './random.ts'
import { HOUR_MS, MINUTE_MS } from './times.ts'

/** The fraction of broadcasts with replies. */
const REPLIED = 0.4
const MOST = 4
/** The fraction of replies that answer the one before. */
const RETORTS = 0.5
const LONGEST_MS = 3 * HOUR_MS

/** Returns replies to some broadcasts, with mentions. The newest ones all have some. */
export function planReplies(
  seed: number,
  people: readonly Person[],
  broadcasts: readonly DemoEvent[],
): readonly DemoEvent[] {
  const random = createRandom(seed, 'replies')
  const remark = cycle(remarks, random)
  const retort = cycle(retorts, random)
  return broadcasts.flatMap((event) => {
    const author = people[event.actor]
    if (event.kind !== 'broadcast' || author === undefined) return []
    const isOpening = event.key.startsWith('opening')
    if (!isOpening && !random.isLucky(REPLIED)) return []
    const count = (isOpening ? 2 : 1) + Math.floor(random.next() * (MOST - 1))
    const others = random.shuffle(
      people.filter((person) => person !== author && person.joinedBeforeMs > event.beforeMs),
    )
    const untilMs = Math.min(event.beforeMs - MINUTE_MS, LONGEST_MS)
    return others.slice(0, count).map((person, place) => {
      const previous = others[place - 1]
      const isRetort = previous !== undefined && random.isLucky(RETORTS)
      const text = (isRetort ? retort() : remark())
        .replaceAll('{author}', author.name)
        .replaceAll('{other}', previous?.name ?? author.name)
        .replaceAll('{artist}', event.track.artist)
      const afterMs = Math.floor((untilMs * (place + 1)) / (count + 1))
      return { kind: 'reply' as const, actor: person.number, key: event.key, text, beforeMs: event.beforeMs - afterMs }
    })
  })
}
