/** Returns the most days in a row with plays. */
export function findLongestStreak(plays: readonly number[]): number {
  let longest = 0
  let length = 0
  for (const count of plays) {
    length = count > 0 ? length + 1 : 0
    longest = Math.max(longest, length)
  }
  return longest
}
