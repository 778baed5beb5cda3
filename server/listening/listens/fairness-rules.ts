/** The sliding window in days; more listening than possible in it marks its days. */
export const WINDOW_DAYS = 8
/** 650 plays a day on average. This and the next are .fmbot's thresholds. */
export const IMPOSSIBLE_PLAYS = 650 * WINDOW_DAYS
/** 18 hours a day on average. */
export const IMPOSSIBLE_HOURS = 144
/** The time between two listens counts as listening, up to this maximum. */
export const LONGEST_PLAY_MINUTES = 10
