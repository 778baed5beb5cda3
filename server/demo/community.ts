import { type DemoEvent, sortByTime } from './events.ts'
import { createMusic, type Music } from './music.ts'
import { createPeople, type Person } from './people.ts'
import { planBroadcasts } from './plan-broadcasts.ts'
import { planFollows } from './plan-follows.ts'
import { planMessages } from './plan-messages.ts'
import { planReplies } from './plan-replies.ts'
import { planSwaps } from './plan-swaps.ts'

/** All data for a seed: members, their listens and their actions, at times before the start. */
export interface Community {
  readonly music: Music
  readonly people: readonly Person[]
  /** In chronological order. */
  readonly events: readonly DemoEvent[]
}

export function createCommunity(seed: number): Community {
  const music = createMusic(seed)
  const people = createPeople(seed, music)
  const joins = people.map(({ number, joinedBeforeMs }) => ({
    kind: 'join' as const,
    actor: number,
    beforeMs: joinedBeforeMs,
  }))
  const follows = planFollows(seed, people)
  const broadcasts = planBroadcasts(seed, music, people, follows)
  const events = sortByTime([
    ...joins,
    ...follows,
    ...broadcasts,
    ...planReplies(seed, people, broadcasts),
    ...planMessages(seed, people, follows),
    ...planSwaps(seed, people),
  ])
  return { music, people, events }
}
