import { expect } from 'vitest'
import type { Random } from '#tests/simulation/random.ts'
import { sendBytes } from './import-files.ts'
import { type FileRow, fileFormats, fold, type Play, respell } from './import-simulation.ts'
import type { TestMember, TestServer } from './test-server.ts'

/* Members with generated plays, of which files are imported, and what the rules store of them. */

const DAY_S = 86_400
export const ARTISTS = ['Nine Rooms', 'Nine Roms', 'Ada Tide', 'Bo Loam', 'Кино', 'Tyler, The Peat']
const CREDITS = [
  ['Ada Tide', 'Bo Loam'],
  ['Nine Rooms', 'Ada Tide'],
  ['Tyler, The Peat', 'Кино', 'Bo Loam'],
] as const

/** A stored listen, by the rules. */
export interface Listen {
  readonly play: Play
  /** When it is stored: the start as the first file has it. */
  readonly at: number
  artists: readonly string[]
  title: string
  readonly album: string | undefined
}

/** A member with the simulated state. */
export interface Simulated {
  readonly member: TestMember
  readonly zone: string
  readonly plays: readonly Play[]
  readonly listens: Map<Play, Listen>
  readonly deleted: Set<Play>
  /** Corrections for all listens: by artist, and by artist and title. */
  readonly artistRules: Map<string, string>
  readonly titleRules: Map<string, string>
  ignored: string | undefined
}

export const creditName = (artists: readonly string[]) =>
  artists.length === 1 ? (artists[0] ?? '') : `${artists[0]} feat. ${artists.slice(1).join(', ')}`

export function generatePlays(random: Random, nowS: number): Play[] {
  let at = nowS - random.between(300, 500) * DAY_S
  const plays: Play[] = []
  while (at < nowS - 3600) {
    const artists = random.percent(20) ? random.pick(CREDITS) : [random.pick(ARTISTS)]
    const title = random.percent(5) ? 'Slow Fery' : random.pick(['Slow Ferry', 'Fog', 'Öde', 'Tide'])
    plays.push({ artists, title, album: random.pick(['Harbour', 'Weather']), at })
    // Seldom near each other, often within hours, sometimes at midnight somewhere.
    at += random.percent(10) ? random.between(5, 20) * DAY_S : random.between(1800, DAY_S)
  }
  return plays
}

const applyRules = ({ artistRules, titleRules }: Simulated, artists: readonly string[], title: string) => {
  const artist = artistRules.get(fold(creditName(artists)))
  const named = artist === undefined ? artists : [artist]
  return { artists: named, title: titleRules.get(`${fold(creditName(named))}|${fold(title)}`) ?? title }
}

/** Imports a file with some of a member's plays, and stores what the rules take. */
export async function importSome(server: TestServer, random: Random, one: Simulated, format: string, isAll: boolean) {
  const { hasOnlyFirst, lacksAlbum, toStart = (at: number) => at, write } = fileFormats[format] ?? { write: () => '' }
  const chosen = one.plays.filter(() => isAll || random.percent(40))
  const rows: FileRow[] = chosen.map((play) => ({
    play,
    artist: respell(random, hasOnlyFirst === true ? (play.artists[0] ?? '') : creditName(play.artists)),
  }))
  // Doubles in a file, and any order.
  const sent = [...rows, ...rows.filter(() => random.percent(5))]
  if (random.percent(50)) sent.reverse()
  let taken = 0
  for (const { play } of rows) {
    if (one.listens.has(play) || one.deleted.has(play)) continue
    const artists = hasOnlyFirst === true ? play.artists.slice(0, 1) : play.artists
    const album = lacksAlbum === true ? undefined : play.album
    one.listens.set(play, { play, at: toStart(play.at), ...applyRules(one, artists, play.title), album })
    taken++
  }
  const response = await sendBytes(server, one.member, {
    path: '/api/user/import-listens',
    query: { time_zone: one.zone },
    body: Buffer.from(write(sent, one.zone)),
  })
  expect(response.status, format).toBe(200)
  expect((await response.json()).import, `${format} of ${one.member.name}`).toMatchObject({ status: 'done', taken })
}

interface ListedListen {
  readonly id: string
  readonly artist: string
  readonly track: string
  readonly listened_at: string
}

export async function listAll(server: TestServer, { member }: Simulated): Promise<ListedListen[]> {
  const all: ListedListen[] = []
  for (let before: string | undefined; ; ) {
    const { body } = await server.get('/api/user/listens', { user: member.name, limit: 100, before }, { as: member })
    all.push(...body.listens)
    if (body.listens.length === 0) return all
    before = all.at(-1)?.id
  }
}

/** Corrects and deletes some listens of a member. */
export async function changeSome(server: TestServer, random: Random, one: Simulated): Promise<void> {
  const listed = await listAll(server, one)
  const post = async (path: string, query: Record<string, string>) =>
    expect((await server.post(path, { user: one.member.name, ...query }, { as: one.member })).status).toBe(200)
  const find = (isMeant: (listen: Listen) => boolean) => {
    const listen = random.pick([...one.listens.values()].filter(isMeant))
    const row = listed.find(
      ({ listened_at, track }) => Date.parse(listened_at) / 1000 === listen.at && fold(track) === fold(listen.title),
    )
    return { listen, id: row?.id ?? '' }
  }
  const single = find(({ title, artists }) => title === 'Öde' && artists.length === 1)
  await post('/api/user/correct-listen', {
    id: single.id,
    artist: creditName(single.listen.artists),
    track: 'Oede',
    scope: 'one',
  })
  single.listen.title = 'Oede'
  for (const { id, listen } of [find(({ title }) => title === 'Fog'), find(({ title }) => title === 'Tide')]) {
    await post('/api/user/delete-listen', { id })
    one.listens.delete(listen.play)
    one.deleted.add(listen.play)
  }
  const roms = find(({ artists }) => artists.length === 1 && artists[0] === 'Nine Roms')
  await post('/api/user/correct-listen', {
    id: roms.id,
    artist: 'Nine Rooms',
    track: roms.listen.title,
    scope: 'artist',
  })
  one.artistRules.set(fold('Nine Roms'), 'Nine Rooms')
  for (const listen of one.listens.values())
    if (listen.artists.length === 1 && listen.artists[0] === 'Nine Roms') listen.artists = ['Nine Rooms']
  const fery = [...one.listens.values()].find(({ title, artists }) => title === 'Slow Fery' && artists.length === 1)
  if (fery === undefined) return
  const artist = creditName(fery.artists)
  const { id } = find((listen) => listen === fery)
  await post('/api/user/correct-listen', { id, artist, track: 'Slow Ferry', scope: 'track' })
  one.titleRules.set(`${fold(artist)}|${fold('Slow Fery')}`, 'Slow Ferry')
  for (const listen of one.listens.values())
    if (creditName(listen.artists) === artist && listen.title === 'Slow Fery') listen.title = 'Slow Ferry'
}
