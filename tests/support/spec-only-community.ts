/** A spec-only host's data: members, tracks, broadcasts and swaps in memory, lost when it stops. */
export interface HostMember {
  readonly id: number
  readonly profile: string
  password: string
  email: string
  swag: number
  readonly following: Set<string>
}
interface HostTrack {
  readonly id: number
  readonly track: string
  readonly artist: string
}
export interface HostBroadcast {
  readonly id: number
  readonly user: string
  readonly title: string
  readonly body: string
  readonly type: string
  readonly relatedid: number
  readonly at: Date
  readonly likedBy: Set<string>
}
interface HostMessage {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly message: string
  readonly at: Date
}
export interface HostSwap {
  readonly id: number
  readonly initiated: string
  readonly matched: string
  readonly tracks: [number | null, number | null]
  readonly reactions: [number | null, number | null]
  readonly at: Date
}
export type Community = ReturnType<typeof createCommunity>

export const PASSWORD = 'every member of this host'

/** A dozen broadcasts by four members, the last two minutes old. */
export function createCommunity(now: Date) {
  let lastId = 100
  const nextId = () => ++lastId
  const tracks: HostTrack[] = [
    ['Night Bus', 'Lamplight Parade'],
    ['Salt Flats', 'The Quiet Meridian'],
    ['Paper Moons', 'Ada & the Engines'],
    ['Kerosene', 'Mothlight'],
    ['Overpass', 'Nine Rooms'],
    ['Stand by Me', 'Basalt Choir'],
  ].map(([track = '', artist = ''], at) => ({ id: at + 1, track, artist }))
  const member = (profile: string): HostMember => ({
    id: nextId(),
    profile,
    password: PASSWORD,
    email: '',
    swag: 12,
    following: new Set(),
  })
  const members = ['mirelle', 'kojiro', 'ofelia', 'tamsin'].map(member)
  const makeBroadcasts = () =>
    Array.from({ length: 12 }, (_, at): HostBroadcast => {
      const { id, track, artist } = tracks[at % tracks.length] ?? { id: 1, track: '', artist: '' }
      const user = members[at % members.length]?.profile ?? ''
      const when = new Date(now.getTime() - (13.5 - at) * 60_000)
      const title = at % 3 === 0 ? `Broadcasting ${track}` : `Number ${at + 1} of twelve`
      return {
        id: nextId(),
        user,
        title,
        body: `${track} by ${artist}`,
        type: 'Track',
        relatedid: id,
        at: when,
        likedBy: new Set(),
      }
    })
  const broadcasts = makeBroadcasts()
  const messages: HostMessage[] = []
  const swaps: HostSwap[] = []
  return {
    members,
    tracks,
    broadcasts,
    messages,
    swaps,
    /** Restores the initial state, except for new members. */
    reset: () => {
      broadcasts.splice(0, broadcasts.length, ...makeBroadcasts())
      messages.length = 0
      swaps.length = 0
      for (const { following } of members) following.clear()
    },
    nextId,
    find: (name: string) =>
      members.find((member) => member.profile.toLowerCase() === name.replace(/^@/, '').toLowerCase()),
    join: (profile: string, password: string, email: string) =>
      void members.push({ ...member(profile), password, email, swag: 0 }),
  }
}
