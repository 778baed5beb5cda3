import type { DemoEvent } from './events.ts'
import { isNear, type Person } from './people.ts'
import { createRandom } from './random.ts'

const FOLLOWS_MEAN = 13
const FOLLOWS_SPREAD = 10
const NEAR_IS_LIKELIER = 5

/**
 * Returns about 13 follows per person, more likely for people in the same scenes and active ones.
 */
export function planFollows(seed: number, people: readonly Person[]): readonly DemoEvent[] {
  const random = createRandom(seed, 'follows')
  return people.flatMap((person) => {
    const count = FOLLOWS_MEAN - FOLLOWS_SPREAD / 2 + random.int(FOLLOWS_SPREAD + 1)
    return people
      .filter((other) => other !== person)
      .map((other) => {
        const weight = other.energy * (isNear(person, other) ? NEAR_IS_LIKELIER : 1)
        return { other, time: -Math.log(1 - random.next()) / weight }
      })
      .toSorted((a, b) => a.time - b.time)
      .slice(0, count)
      .map(({ other }) => {
        const sinceMs = Math.min(person.joinedBeforeMs, other.joinedBeforeMs)
        return {
          kind: 'follow',
          actor: person.number,
          target: other.number,
          beforeMs: Math.floor(sinceMs * random.next()),
        }
      })
  })
}
