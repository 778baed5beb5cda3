/** A host's words for a like or follow that exists, or the end of a missing one. */
const EXISTS = /\b(?:already|exists)\b/i
const IS_MISSING =
  /\b(?:does not|doesn['’]t) exist|\bnot (?:found|yet|liked?|follow(?:ed|ing)?)\b|\bcould not (?:find|locate)\b/i

/** Returns whether a refusal states that something is there (`isOn`), or that it is not. */
export const statesExistence = (sentence: string, isOn: boolean): boolean => (isOn ? EXISTS : IS_MISSING).test(sentence)
