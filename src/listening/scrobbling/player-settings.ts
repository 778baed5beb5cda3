/** What is typed into a player. */
interface Setting {
  label: string
  value: string
}

/** How a kind of players is set up. */
interface PlayerSettings {
  title: string
  players: string
  settings: readonly Setting[]
}

/** For whom the settings are: the address of this server without a slash at its end, the member and the token. */
interface Whom {
  server: string
  member: string
  token: string
}

/** What is typed where, for each protocol; `token` is the words for it once it is not known any more. */
export function playerSettings({ server, member, token }: Whom): readonly PlayerSettings[] {
  const legacy = `${server}/apis/audioscrobbler_legacy`
  return [
    {
      title: 'ListenBrainz',
      players:
        'Navidrome, Jellyfin, Pano Scrobbler, Web Scrobbler, rescrobbled, multi-scrobbler and most newer players',
      settings: [
        { label: 'Address of the server', value: server },
        { label: 'Address, where it must end in /1/ (Navidrome)', value: `${server}/1/` },
        { label: 'Address for listens (Web Scrobbler)', value: `${server}/1/submit-listens` },
        { label: 'User token', value: token },
      ],
    },
    {
      title: 'Audioscrobbler 1.2',
      players: 'mpdscribble, Quod Libet, VLC and other older players',
      settings: [
        { label: 'Address', value: legacy },
        ...playersOfHttp(server),
        { label: 'User name', value: member },
        { label: 'Password', value: token },
        {
          label: 'For mpdscribble.conf',
          value: `[flipside]\nurl = ${legacy}\nusername = ${member}\npassword = ${token}`,
        },
      ],
    },
    {
      title: 'Last.fm 2.0',
      players: 'players that scrobble to a Last.fm of your choice (GNU FM, Libre.fm)',
      settings: [
        { label: 'Address', value: `${server}/2.0/` },
        { label: 'User name', value: member },
        { label: 'Password, session key, or API key of what only reads', value: token },
      ],
    },
  ]
}

/** Some know http only, and ask for what stands behind it. */
const playersOfHttp = (server: string): readonly Setting[] =>
  server.startsWith('http://') ? [{ label: 'Address without http:// (VLC, QTScrobbler)', value: server.slice(7) }] : []
