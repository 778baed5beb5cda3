import { expect, test } from 'vitest'
import { toLeaderboard } from './ranks.ts'

const listeners = (...plays: number[]) =>
  plays.map((playcount, at) => ({ username: `listener${at + 1}`, playcount, profileImage: '' }))
const ada = (plays: number | undefined, rank?: number) => ({ username: 'ada', plays, rank })

test('a member among the first five has no separate row below', () => {
  const { top, own, ownPlace } = toLeaderboard(listeners(90, 80, 70, 60, 50, 40), {
    username: 'LISTENER2',
    plays: 80,
    rank: 2,
  })
  expect(top.map(({ username, place, isOwn }) => [place, username, isOwn])).toEqual([
    [1, 'listener1', false],
    [2, 'listener2', true],
    [3, 'listener3', false],
    [4, 'listener4', false],
    [5, 'listener5', false],
  ])
  expect([own, ownPlace]).toEqual([undefined, 2])
})

test("the sixth of the list has a separate row with the list's place and plays", () => {
  const { own, ownPlace } = toLeaderboard(listeners(90, 80, 70, 60, 50, 45), {
    username: 'listener6',
    plays: 44,
    rank: undefined,
  })
  expect(own).toMatchObject({ place: 6, plays: 45, share: 0.5, isOwn: true })
  expect(ownPlace).toBe(6)
})

test("beyond the list the place is the host's rank, or a dash without one", () => {
  expect(toLeaderboard(listeners(90), ada(9, 73)).own).toMatchObject({ place: 73, plays: 9, share: 0.1 })
  expect(toLeaderboard(listeners(90), ada(9)).ownPlace).toBeUndefined()
})

test('a member without plays of the artist has no place, whatever the host returns', () => {
  expect(toLeaderboard(listeners(90), ada(0, 74))).toMatchObject({ ownPlace: undefined, own: { plays: 0, share: 0 } })
  expect(toLeaderboard([], ada(0))).toMatchObject({ top: [], own: { share: 0 } })
})

test("bars are shares of the first row's plays, from 1 to 0, at extremes too", () => {
  const { top } = toLeaderboard(listeners(20_000, 10_000, 1, 0), ada(undefined))
  expect(top.map(({ share }) => share)).toEqual([1, 0.5, 0.00005, 0])
})
