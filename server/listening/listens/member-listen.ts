export interface MemberListen {
  readonly memberId: number
  readonly trackId: number
  /** When the track started: a date, or milliseconds since 1970. */
  readonly listenedAt: Date | number
  /** Row in `listen_details`; null or omitted without details. */
  readonly detailsId?: number | null
  /** The track length, or the time it was played, whichever is longer. */
  readonly lengthMs?: number | undefined
}
