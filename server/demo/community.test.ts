import { describe, expect, test } from 'vitest'
import { CAPTION_MAX } from '#contract/broadcasts/broadcasts.ts'
import { checkNewName } from '#server/accounts/index.ts'
import { createCommunity } from './community.ts'
import { isNear, type Person } from './people.ts'

const { music, people, events } = createCommunity(7)

const heardBy = (person: Person) => new Set(person.listens.map(({ track }) => track.artist))

/**
 * Returns the mean share of common artists between two people, over the pairs selected by
 * `isSelected`.
 */
function sharedArtists(isSelected: (a: Person, b: Person) => boolean): number {
  const shares = people.flatMap((a) =>
    people
      .filter((b) => a.number < b.number && isSelected(a, b))
      .map((b) => heardBy(a).intersection(heardBy(b)).size / heardBy(a).union(heardBy(b)).size),
  )
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

describe('a community made from a seed', () => {
  test('a community is determined by its seed', () => {
    expect(createCommunity(7).events).toEqual(events)
    expect(createCommunity(8).events).not.toEqual(events)
  })

  test('a community has 60 people with valid, distinct names', () => {
    expect(new Set(people.map(({ name }) => name)).size).toBe(60)
    for (const { name } of people) expect(() => checkNewName(name)).not.toThrow()
  })

  test('a community has distinct tracks, and each artist in one scene', () => {
    expect(new Set(music.tracks.map(({ artist, title }) => `${title} by ${artist}`)).size).toBe(music.tracks.length)
    expect(new Set(music.tracks.map(({ artist }) => artist)).size).toBeGreaterThanOrEqual(120)
  })

  test('people of the same scene share more artists than others', () => {
    const near = sharedArtists(isNear)
    const far = sharedArtists((a, b) => !isNear(a, b))
    expect(near).toBeGreaterThan(far * 1.5)
  })

  test('a few artists have most plays of each person', () => {
    for (const { listens } of people) {
      const plays = new Map<string, number>()
      for (const { track } of listens) plays.set(track.artist, (plays.get(track.artist) ?? 0) + 1)
      const sorted = [...plays.values()].toSorted((a, b) => b - a)
      const first = sorted.slice(0, Math.ceil(sorted.length / 4)).reduce((sum, count) => sum + count, 0)
      expect(first).toBeGreaterThan(listens.length * 0.4)
    }
  })

  test('all listens are before the start at distinct times', () => {
    for (const { listens } of people) {
      expect(Math.min(...listens.map(({ beforeMs }) => beforeMs))).toBeGreaterThan(0)
      expect(new Set(listens.map(({ beforeMs }) => beforeMs)).size).toBe(listens.length)
    }
  })

  test('all events are in order, with captions of valid length', () => {
    const times = events.map(({ beforeMs }) => beforeMs)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(times.at(-1)).toBeGreaterThan(0)
    for (const event of events) if (event.kind === 'broadcast') expect(event.title.length).toBeLessThan(CAPTION_MAX)
  })
})
