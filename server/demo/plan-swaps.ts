import { ratingTexts, trackTexts } from './catalogue/captions.ts'
import type { DemoEvent } from './events.ts'
import { isNear, type Person } from './people.ts'
import { pickByEnergy } from './plan-broadcasts.ts'
import { createRandom, type Random } from './random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './times.ts'

type Stage = 'no track' | 'sent' | 'track sent back' | 'rated once' | 'completed' | 'declined' | 'withdrawn' | 'expired'

const COMPLETED = 170
const DAYS = 90
const LATE_DAYS = 8
/** The longest wait for an answer: unanswered swaps expire after 30 days. */
const LONGEST_WAIT_MS = 28 * DAY_MS
const EXPIRED_MS = 31 * DAY_MS
const RATINGS = [1, 2, 3, 3, 4, 4, 4, 5, 5]
const NEAR = 0.75
const HAS_TEXT = 0.4
/** The completed swaps with results that both members share. */
const IS_SHARED = 0.1

const open: readonly (readonly [Stage, number])[] = [
  ['no track', 2],
  ['sent', 9],
  ['track sent back', 3],
  ['rated once', 8],
]
const ended: readonly (readonly [Stage, number])[] = [
  ['declined', 7],
  ['withdrawn', 4],
  ['expired', 6],
]
const repeatStages = (stages: typeof open) =>
  stages.flatMap(([stage, count]) => Array.from({ length: count }, () => stage))

/** Returns swaps in every state. One has just begun: kojiro's with mirelle. */
export function planSwaps(seed: number, people: readonly Person[]): readonly DemoEvent[] {
  const random = createRandom(seed, 'swaps')
  const stages: readonly Stage[] = [
    ...repeatStages(open),
    ...Array.from({ length: COMPLETED }, () => 'completed' as const),
    ...repeatStages(ended),
  ]
  return [
    ...planOpening(people, random),
    ...stages.flatMap((stage, place) => {
      const initiator = pickByEnergy(people, random)
      const matched = pickPartner(initiator, people, random)
      const days = open.some(([openStage]) => openStage === stage) ? LATE_DAYS : DAYS
      const sinceMs = Math.min(days * DAY_MS, initiator.joinedBeforeMs, matched.joinedBeforeMs)
      const untilMs = stage === 'expired' ? EXPIRED_MS : 3 * HOUR_MS
      if (sinceMs < untilMs) return []
      const beforeMs = untilMs + Math.floor(random.next() * (sinceMs - untilMs))
      return planSwap(`swap ${place}`, stage, [initiator, matched], beforeMs, random)
    }),
  ]
}

function planOpening(people: readonly Person[], random: Random): readonly DemoEvent[] {
  const [kojiro, mirelle] = ['kojiro', 'mirelle'].map((name) => people.find((person) => person.name === name))
  if (kojiro === undefined || mirelle === undefined) return []
  return planSwap('opening swap', 'sent', [kojiro, mirelle], 32 * MINUTE_MS, random)
}

function pickPartner(initiator: Person, people: readonly Person[], random: Random): Person {
  const others = people.filter((person) => person !== initiator)
  const near = others.filter((person) => isNear(person, initiator))
  return pickByEnergy(near.length > 0 && random.isLucky(NEAR) ? near : others, random)
}

function planSwap(
  key: string,
  stage: Stage,
  [initiator, matched]: readonly [Person, Person],
  beforeMs: number,
  random: Random,
): readonly DemoEvent[] {
  const actor = initiator.number
  const answeredMs = Math.max(Math.floor(beforeMs * (1 - 0.4 * random.next())), beforeMs - LONGEST_WAIT_MS)
  const completedMs = Math.floor(answeredMs * (1 - 0.6 * random.next()))
  const track = (person: Person) => random.pick(person.listens).track
  // A separate generator, so that texts change no other choice.
  const texts = random.fork(`texts ${key}`)
  const steps: readonly DemoEvent[] = [
    { kind: 'swap', key, actor, target: matched.number, beforeMs },
    { kind: 'swap track', key, actor, track: track(initiator), beforeMs, ...pickTrackText(texts) },
    {
      kind: 'swap track',
      key,
      actor: matched.number,
      track: track(matched),
      beforeMs: answeredMs,
      ...pickTrackText(texts),
    },
    { kind: 'swap rating', key, actor: matched.number, ...pickRating(random, texts), beforeMs: answeredMs },
    { kind: 'swap rating', key, actor, ...pickRating(random, texts), beforeMs: completedMs },
  ]
  if (stage === 'declined' || stage === 'withdrawn') {
    const endingActor = stage === 'declined' ? matched.number : actor
    return [...steps.slice(0, 2), { kind: 'swap end', key, actor: endingActor, how: stage, beforeMs: answeredMs }]
  }
  if (stage === 'completed' && random.fork(`share ${key}`).isLucky(IS_SHARED)) {
    const share = (person: Person): DemoEvent => ({
      kind: 'swap share',
      key,
      actor: person.number,
      beforeMs: completedMs,
    })
    return [...steps, share(matched), share(initiator)]
  }
  return steps.slice(0, STEPS[stage])
}

const pickTrackText = (texts: Random) => (texts.isLucky(HAS_TEXT) ? { text: texts.pick(trackTexts) } : {})

function pickRating(random: Random, texts: Random): { rating: number; text?: string } {
  const rating = random.pick(RATINGS)
  const text = ratingTexts[rating]
  return text !== undefined && texts.isLucky(HAS_TEXT) ? { rating, text } : { rating }
}

const STEPS: Readonly<Record<Exclude<Stage, 'declined' | 'withdrawn'>, number>> = {
  'no track': 1,
  sent: 2,
  'track sent back': 3,
  'rated once': 4,
  completed: 5,
  expired: 2,
}
