/** The maximum number of tracks with feedback of a member. */
export const FEEDBACK_MAX = 50_000
