import { expect, test } from 'vitest'
import { playerSettings } from './player-settings.ts'

test('every kind of player has settings with the address and the token', () => {
  const kinds = playerSettings({ server: 'https://flipside.example', member: 'ada', token: 'TOKEN' })
  const values = kinds.map((kind) => kind.settings.map(({ value }) => value))
  expect(values).toEqual([
    ['https://flipside.example', 'https://flipside.example/1/', 'https://flipside.example/1/submit-listens', 'TOKEN'],
    [
      'https://flipside.example/apis/audioscrobbler_legacy',
      'ada',
      'TOKEN',
      '[flipside]\nurl = https://flipside.example/apis/audioscrobbler_legacy\nusername = ada\npassword = TOKEN',
    ],
    ['https://flipside.example/2.0/', 'ada', 'TOKEN'],
  ])
})

test('players that support http only have an address only on an http server', () => {
  const ofOlder = (server: string) => playerSettings({ server, member: 'ada', token: 'TOKEN' })[1]?.settings ?? []
  const [, vlc] = ofOlder('http://192.168.1.7:3000')
  expect(vlc).toEqual({ label: 'Address without http:// (VLC, QTScrobbler)', value: '192.168.1.7:3000' })
  expect(ofOlder('https://flipside.example').map((it) => it.label)).not.toContain(vlc?.label)
})
