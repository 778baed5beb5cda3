import { type ServiceTrack, type TrackService, toTrackAddress, trackServiceForms } from './track-services.ts'

/** The services with a player that a page can frame. */
export const playerServices = [
  'spotify',
  'youtube',
  'apple',
  'bandcamp',
  'soundcloud',
  'tidal',
  'deezer',
] as const satisfies readonly TrackService[]
export type PlayerService = (typeof playerServices)[number]

export interface PlayableTrack extends ServiceTrack {
  readonly service: PlayerService
}

/** The players' origins, and their paths by track id, as of November 2026. */
const players: Readonly<Record<PlayerService, { readonly origin: string; readonly toPath: (id: string) => string }>> = {
  spotify: { origin: 'https://open.spotify.com', toPath: (id) => `/embed/track/${id}` },
  youtube: { origin: 'https://www.youtube-nocookie.com', toPath: (id) => `/embed/${id}` },
  apple: { origin: 'https://embed.music.apple.com', toPath: (id) => `/us/song/${id}` },
  bandcamp: {
    origin: 'https://bandcamp.com',
    toPath: (id) => `/EmbeddedPlayer/url=${encodeAddress('bandcamp', id)}/size=large/artwork=small/transparent=true/`,
  },
  soundcloud: { origin: 'https://w.soundcloud.com', toPath: (id) => `/player/?url=${encodeAddress('soundcloud', id)}` },
  tidal: { origin: 'https://embed.tidal.com', toPath: (id) => `/tracks/${id}` },
  deezer: { origin: 'https://widget.deezer.com', toPath: (id) => `/widget/auto/track/${id}` },
}

const encodeAddress = (service: PlayerService, id: string) => encodeURIComponent(toTrackAddress({ service, id }))

export const toPlayerOrigin = (service: PlayerService): string => players[service].origin

/** Returns a track player's address from its id. Throws a RangeError for an invalid id. */
export function toPlayerAddress({ service, id }: PlayableTrack): string {
  if (!trackServiceForms[service].pattern.test(id)) throw new RangeError(`invalid id of ${service}`)
  const { origin, toPath } = players[service]
  return origin + toPath(id)
}
