import type { ResponseOf } from '#contract/endpoint.ts'
import type { getTrackDetails } from '#contract/listening/music.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { rejectLink } from './actions.ts'

export const linkReads = [rejectLink] as const

type TrackResponse = ResponseOf<typeof getTrackDetails>

export function withoutRejectedLinks(response: TrackResponse | null, pending: PendingOf<typeof linkReads>) {
  const rejected = pending.of(rejectLink).filter(({ trackId }) => trackId === response?.track?.id)
  if (response === null || rejected.length === 0) return response
  const isRejected = ({ service, id }: TrackResponse['links'][number]) =>
    rejected.some((action) => action.service === service && action.linkId === id)
  return { ...response, links: response.links.filter((link) => !isRejected(link)) }
}
