/** Shorter plays are not listens, unless the track was played to its end. */
export const SHORTEST_MS = 30_000
