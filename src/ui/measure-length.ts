/** Returns a field's hint or error about its length. The hint is shown below a number of characters. */
export function measureLength(text: string, max: number, shownBelow = max + 1) {
  const remaining = max - text.trim().length
  const isTooLong = remaining < 0
  const note = isTooLong
    ? { error: `${-remaining} characters too many` }
    : { hint: remaining < shownBelow ? `${remaining} characters left` : undefined }
  return { isTooLong, note }
}
