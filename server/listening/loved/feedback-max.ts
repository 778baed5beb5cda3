/** The maximum number of a member's tracks with feedback. */
export const FEEDBACK_MAX = 50_000
