import { knownSongs, type Scene, scenes } from './catalogue/scenes.ts'
import { createRandom, type Random } from './random.ts'

export interface DemoTrack {
  readonly index: number
  readonly artist: string
  readonly title: string
  readonly album: string
  /** Its position on the album, from 1. */
  readonly trackNumber: number
}

export interface Music {
  readonly tracks: readonly DemoTrack[]
  /** For each scene all artists' tracks, most popular first: the scene's own artists come first. */
  readonly rankings: ReadonlyMap<string, readonly (readonly DemoTrack[])[]>
}

const FEWEST_TRACKS = 3
const MORE_TRACKS = 16
const TRACKS_PER_ALBUM = 8

/** Returns the artists' tracks and each scene's artist ranking. */
export function createMusic(seed: number): Music {
  const random = createRandom(seed, 'music')
  const byArtist = new Map<string, readonly DemoTrack[]>()
  let count = 0
  for (const scene of scenes) {
    for (const artist of scene.artists) {
      const titles = createTitles(artist, scene, random)
      const tracks = titles.map((title, place) => ({ index: count++, artist, title, ...placeOnAlbum(titles, place) }))
      byArtist.set(artist, tracks)
    }
  }
  const rankings = new Map(scenes.map((scene) => [scene.name, rank(scene, byArtist, random.fork(scene.name))]))
  return { tracks: [...byArtist.values()].flat(), rankings }
}

/** Returns a title's album and its position: an album has some titles, and the first one's name. */
function placeOnAlbum(titles: readonly string[], place: number): Pick<DemoTrack, 'album' | 'trackNumber'> {
  const onAlbum = place % TRACKS_PER_ALBUM
  return { album: titles[place - onAlbum] ?? '', trackNumber: onAlbum + 1 }
}

function createTitles(artist: string, { words: [first, last] }: Scene, random: Random): readonly string[] {
  const titles = new Set(knownSongs[artist] ?? [])
  const length = Math.max(titles.size, FEWEST_TRACKS + random.int(MORE_TRACKS))
  while (titles.size < length) titles.add(`${random.pick(first)} ${random.pick(last)}`)
  return [...titles]
}

/**
 * Returns a scene's ranking: scenes permute the ranks, so that their most played artists differ.
 */
function rank(scene: Scene, byArtist: ReadonlyMap<string, readonly DemoTrack[]>, random: Random) {
  const isKnown = (artist: string) => artist in knownSongs
  // Well-known artists lead in their own scene, so that the demo's first pages show them.
  const own = random.shuffle(scene.artists).toSorted((a, b) => Number(isKnown(b)) - Number(isKnown(a)))
  const others = random.shuffle([...byArtist.keys()].filter((artist) => !scene.artists.includes(artist)))
  return [...own, ...others].map((artist) => byArtist.get(artist) ?? [])
}
