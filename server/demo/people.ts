import { knownPeople, otherNames } from './catalogue/people.ts'
import { scenes as allScenes } from './catalogue/scenes.ts'
import { createListeningTimes } from './listening-times.ts'
import type { DemoTrack, Music } from './music.ts'
import { createRandom, type Random } from './random.ts'
import { createDraw, createTaste, type Liking } from './taste.ts'
import { DAY_MS } from './times.ts'

/** A listen, `beforeMs` milliseconds before the start. */
export interface DemoListen {
  readonly track: DemoTrack
  readonly beforeMs: number
}

export interface Person {
  readonly number: number
  readonly name: string
  readonly scenes: readonly string[]
  readonly joinedBeforeMs: number
  /** The relative activity, around 1. */
  readonly energy: number
  /** The tracks they play, most played first. */
  readonly taste: readonly Liking[]
  readonly listens: readonly DemoListen[]
}

/**
 * A member's listen count: log-normal as on real services (mean 9,043, deviation 1.0), scaled down
 * so that a community is created in seconds.
 */
const LISTENS_MEDIAN = 500
const LISTENS_DEVIATION = 0.7
const FEWEST_LISTENS = 200
/** Known people play more: a newcomer logs in as one of them, and their week and charts are full. */
const FEWEST_LISTENS_KNOWN = 1500
const MOST_LISTENS = 2500
const LISTENING_DAYS = 330
const MOST_SCENES = 3
const KNOWN_ENERGY = 2.5
const MOST_ENERGY = 2
/** The days since the latest people joined; all others joined months ago. */
const NEWCOMERS_DAYS = [11, 5, 2]

export function createPeople(seed: number, music: Music): readonly Person[] {
  const random = createRandom(seed, 'people')
  const known = knownPeople.map(({ name, scenes }) => ({
    name,
    scenes,
    energy: KNOWN_ENERGY,
    fewestListens: FEWEST_LISTENS_KNOWN,
  }))
  const others = otherNames.map((name) => ({
    name,
    scenes: chooseScenes(random),
    energy: Math.min(MOST_ENERGY, Math.exp(0.6 * random.normal())),
    fewestListens: FEWEST_LISTENS,
  }))
  const all = [...known, ...others]
  return all.map(({ fewestListens, ...person }, number) => {
    const newcomer = NEWCOMERS_DAYS[number - (all.length - NEWCOMERS_DAYS.length)]
    const joinedBeforeMs = Math.floor((newcomer ?? 120 + random.int(500) + random.next()) * DAY_MS)
    const personRandom = random.fork(person.name)
    const taste = createTaste(music, person.scenes, personRandom)
    return { ...person, number, joinedBeforeMs, taste, listens: createListens(taste, fewestListens, personRandom) }
  })
}

/** Returns one to three scenes, two in most cases. */
export const chooseScenes = (random: Random): readonly string[] =>
  random
    .shuffle(allScenes)
    .slice(0, Math.min(MOST_SCENES, 1 + random.int(2) + random.int(2)))
    .map((scene) => scene.name)

function createListens(taste: readonly Liking[], fewest: number, random: Random): readonly DemoListen[] {
  const wanted = Math.round(LISTENS_MEDIAN * Math.exp(LISTENS_DEVIATION * random.normal()))
  const count = Math.min(MOST_LISTENS, Math.max(fewest, wanted))
  const draw = createDraw(taste, random)
  return createListeningTimes(count, LISTENING_DAYS, random).map((beforeMs) => ({ track: draw(), beforeMs }))
}

export const isNear = (a: Person, b: Person): boolean => a.scenes.some((scene) => b.scenes.includes(scene))
