/** The longest artist or title, in characters. */
export const TRACK_NAME_MAX = 500
