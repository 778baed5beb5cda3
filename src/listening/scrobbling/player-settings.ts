interface Setting {
  label: string
  value: string
}

interface PlayerSettings {
  title: string
  players: string
  settings: readonly Setting[]
  note?: string
}

interface PlayerSetup {
  server: string
  member: string
  token: string
}

/** Returns the settings for each protocol; `token` is the text in its place once it is unknown. */
export function playerSettings({ server, member, token }: PlayerSetup): readonly PlayerSettings[] {
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
      note: "Web Scrobbler's heart sends the love and this token to listenbrainz.org, not to this server. Love tracks here instead.",
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

/** Returns the setting for http-only players with addresses without a scheme. */
const playersOfHttp = (server: string): readonly Setting[] =>
  server.startsWith('http://') ? [{ label: 'Address without http:// (VLC, QTScrobbler)', value: server.slice(7) }] : []
