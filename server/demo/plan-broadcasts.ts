import { captions } from './catalogue/captions.ts'
import { knownPeople } from './catalogue/people.ts'
import type { DemoEvent } from './events.ts'
import type { DemoTrack, Music } from './music.ts'
import { isNear, type Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { DAY_MS, MINUTE_MS } from './times.ts'

const BROADCASTS = 165
const DAYS = 14
/** Newer broadcasts are listed in `opening`. */
const LATEST_MS = 75 * MINUTE_MS
const DEFAULT_CAPTIONS = 0.2
const LIKE_DELAY_MS = 5 * 60 * MINUTE_MS

/** The newest broadcasts, which a first-time visitor sees. */
const opening = [
  { name: 'mirelle', title: 'This bridge. On the 7:40 train. Twice.', song: 'Night Bus', minutes: 4, likes: 12 },
  { name: 'kojiro', title: 'Broadcasting Salt Flats', song: 'Salt Flats', minutes: 21, likes: 3 },
  { name: 'ofelia', title: 'Paper, moons, engines: everything I need.', song: 'Paper Moons', minutes: 61, likes: 41 },
] as const

interface Post {
  readonly key: string
  readonly author: Person
  readonly track: DemoTrack
  readonly title: string
  readonly beforeMs: number
  /** The like count; random if undefined. */
  readonly likes?: number
}

/** Returns two weeks of broadcasts with their likes, and with tracks that well-known people save. */
export function planBroadcasts(
  seed: number,
  music: Music,
  people: readonly Person[],
  follows: readonly DemoEvent[],
): readonly DemoEvent[] {
  const random = createRandom(seed, 'broadcasts')
  const followed = new Set(follows.map((event) => (event.kind === 'follow' ? `${event.actor}>${event.target}` : '')))
  const openings = openingPosts(music, people)
  const posts = [...openings, ...randomPosts(people, random)].flatMap((post) => [
    {
      kind: 'broadcast' as const,
      actor: post.author.number,
      key: post.key,
      track: post.track,
      title: post.title,
      beforeMs: post.beforeMs,
    },
    ...planLikes(post, people, followed, random),
  ])
  return [...posts, ...openings.flatMap((post) => planSaves(post, people))]
}

/** Returns the saves, to listen later, of a post's track by the other known people. */
function planSaves({ key, author, track, beforeMs }: Post, people: readonly Person[]): readonly DemoEvent[] {
  return people
    .slice(0, knownPeople.length)
    .filter((person) => person !== author)
    .map(({ number }) => ({ kind: 'save', actor: number, key, track, beforeMs: Math.floor(beforeMs / 2) }))
}

function openingPosts(music: Music, people: readonly Person[]): readonly Post[] {
  return opening.flatMap(({ name, title, song, minutes, likes }) => {
    const author = people.find((person) => person.name === name)
    const track = music.tracks.find((candidate) => candidate.title === song)
    if (author === undefined || track === undefined) return []
    return [{ key: `opening ${name}`, author, track, title, beforeMs: minutes * MINUTE_MS, likes }]
  })
}

function randomPosts(people: readonly Person[], random: Random): readonly Post[] {
  const caption = cycle(captions, random)
  return Array.from({ length: BROADCASTS }, (_, place) => {
    const author = pickByEnergy(people, random)
    const { track } = random.pick(author.listens)
    const sinceMs = Math.min(author.joinedBeforeMs, DAYS * DAY_MS)
    const title = random.isLucky(DEFAULT_CAPTIONS) ? 'Broadcasting {track}' : caption()
    const beforeMs = LATEST_MS + Math.floor(random.next() * (sinceMs - LATEST_MS))
    return { key: `post ${place}`, author, track, title: fillIn(title, track), beforeMs }
  })
}

/**
 * Returns a function that iterates over all items in random order, then over a new one, so that
 * none repeats soon.
 */
export function cycle(items: readonly string[], random: Random): () => string {
  let remaining: string[] = []
  return () => {
    if (remaining.length === 0) remaining = random.shuffle(items)
    return remaining.pop() ?? ''
  }
}

export const fillIn = (caption: string, track: DemoTrack): string =>
  caption.replaceAll('{track}', track.title).replaceAll('{artist}', track.artist)

export function pickByEnergy(people: readonly Person[], random: Random): Person {
  const whole = people.reduce((sum, person) => sum + person.energy, 0)
  let at = random.next() * whole
  return people.find((person) => (at -= person.energy) < 0) ?? random.pick(people)
}

function planLikes(
  post: Post,
  people: readonly Person[],
  followed: ReadonlySet<string>,
  random: Random,
): readonly DemoEvent[] {
  const appeal = 0.05 * Math.exp(0.8 * random.normal())
  const others = random.shuffle(people.filter((person) => person !== post.author))
  const isLiking = (person: Person) => {
    const follower = followed.has(`${person.number}>${post.author.number}`) ? 3 : 1
    return random.isLucky(Math.min(0.8, appeal * follower * (isNear(person, post.author) ? 1.6 : 1)))
  }
  const likers = post.likes === undefined ? others.filter(isLiking) : others.slice(0, post.likes)
  return likers.map((liker) => {
    const sinceMs = Math.min(post.beforeMs, liker.joinedBeforeMs)
    const delayMs = Math.floor(Math.min(sinceMs, LIKE_DELAY_MS) * random.next() ** 2)
    return { kind: 'like', actor: liker.number, key: post.key, beforeMs: sinceMs - delayMs }
  })
}
